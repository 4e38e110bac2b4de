/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 57_100,
  "./chains": 1_700,
  "./devnet": 14_550,
  "./drift": 11_150,
  "./errors": 2_600,
  "./events": 1_300,
  "./pagination": 7_200,
  "./query": 9_350,
  "./rest": 14_900,
  "./rpc": 13_300,
  "./schemas": 8_400,
  "./submission": 10_300,
  "./transport": 15_200,
  "./units": 3_700,
};
