/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 57_800,
  "./chains": 1_100,
  "./client": 54_600,
  "./devnet": 14_000,
  "./drift": 13_200,
  "./errors": 1_900,
  "./events": 21_100,
  "./pagination": 5_500,
  "./rest": 16_900,
  "./rpc": 16_600,
  "./schemas": 11_000,
  "./submission": 14_900,
  "./transport": 13_900,
  "./units": 3_000,
};
