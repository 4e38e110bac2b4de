/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 62_250,
  "./chains": 1_150,
  "./client": 58_500,
  "./devnet": 14_500,
  "./drift": 13_200,
  "./errors": 2_250,
  "./events": 22_600,
  "./pagination": 6_550,
  "./rest": 17_600,
  "./rpc": 17_900,
  "./schemas": 11_000,
  "./submission": 14_800,
  "./transport": 15_450,
  "./units": 3_500,
};
