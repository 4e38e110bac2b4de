/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 57_100,
  "./chains": 1_150,
  "./client": 53_150,
  "./devnet": 14_550,
  "./drift": 11_350,
  "./errors": 2_200,
  "./events": 18_250,
  "./pagination": 6_150,
  "./rest": 15_350,
  "./rpc": 14_850,
  "./schemas": 8_100,
  "./submission": 11_400,
  "./transport": 14_700,
  "./units": 3_500,
};
