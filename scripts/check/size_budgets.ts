/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 54_150,
  "./chains": 1_600,
  "./devnet": 14_550,
  "./drift": 10_850,
  "./errors": 2_500,
  "./events": 1_250,
  "./pagination": 6_350,
  "./rest": 15_000,
  "./rpc": 13_600,
  "./schemas": 7_300,
  "./submission": 10_500,
  "./transport": 13_750,
  "./units": 3_500,
};
