/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 56_750,
  "./chains": 1_150,
  "./client": 53_050,
  "./devnet": 14_550,
  "./drift": 11_350,
  "./errors": 2_200,
  "./events": 18_100,
  "./pagination": 6_100,
  "./rest": 15_450,
  "./rpc": 14_950,
  "./schemas": 8_100,
  "./submission": 11_550,
  "./transport": 14_600,
  "./units": 3_500,
};
