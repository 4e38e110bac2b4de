/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 57_400,
  "./chains": 1_250,
  "./client": 53_400,
  "./devnet": 14_550,
  "./drift": 11_350,
  "./errors": 2_450,
  "./events": 18_350,
  "./pagination": 6_150,
  "./rest": 15_100,
  "./rpc": 14_300,
  "./schemas": 8_100,
  "./submission": 11_550,
  "./transport": 15_450,
  "./units": 3_500,
};
