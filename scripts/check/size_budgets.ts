/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 54_300,
  "./chains": 1_600,
  "./devnet": 14_550,
  "./drift": 10_850,
  "./errors": 2_600,
  "./events": 1_250,
  "./pagination": 6_550,
  "./query": 9_800,
  "./rest": 15_200,
  "./rpc": 13_700,
  "./schemas": 8_250,
  "./submission": 10_650,
  "./transport": 13_900,
  "./units": 3_600,
};
