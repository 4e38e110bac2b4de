/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 61_300,
  "./chains": 1_100,
  "./client": 58_000,
  "./devnet": 14_000,
  "./drift": 13_200,
  "./errors": 2_200,
  "./events": 22_200,
  "./pagination": 6_500,
  "./rest": 17_600,
  "./rpc": 17_800,
  "./schemas": 10_500,
  "./submission": 14_900,
  "./transport": 15_200,
  "./units": 3_400,
};
