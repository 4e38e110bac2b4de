/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 54_750,
  "./chains": 1_700,
  "./devnet": 14_550,
  "./drift": 10_850,
  "./errors": 2_600,
  "./events": 1_250,
  "./pagination": 7_200,
  "./query": 10_100,
  "./rest": 15_300,
  "./rpc": 13_900,
  "./schemas": 8_400,
  "./submission": 10_950,
  "./transport": 14_000,
  "./units": 3_700,
};
