/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 60_600,
  "./chains": 1_100,
  "./client": 57_200,
  "./devnet": 14_000,
  "./drift": 13_200,
  "./errors": 2_200,
  "./events": 21_800,
  "./pagination": 6_200,
  "./rest": 17_500,
  "./rpc": 17_400,
  "./schemas": 11_000,
  "./submission": 15_600,
  "./transport": 15_100,
  "./units": 3_100,
};
