/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 46_500,
  "./chains": 1_100,
  "./client": 43_300,
  "./devnet": 14_000,
  "./drift": 6_000,
  "./errors": 1_800,
  "./events": 13_200,
  "./pagination": 5_500,
  "./rest": 9_600,
  "./rpc": 8_700,
  "./schemas": 11_000,
  "./submission": 8_100,
  "./transport": 10_400,
  "./units": 3_000,
};
