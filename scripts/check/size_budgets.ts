/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 60_400,
  "./chains": 1_150,
  "./client": 56_650,
  "./devnet": 14_500,
  "./drift": 11_500,
  "./errors": 2_250,
  "./events": 21_350,
  "./pagination": 6_550,
  "./rest": 16_500,
  "./rpc": 16_100,
  "./schemas": 9_400,
  "./submission": 13_750,
  "./transport": 14_700,
  "./units": 3_500,
};
