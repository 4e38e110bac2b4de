/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 49_700,
  "./chains": 1_100,
  "./client": 46_600,
  "./devnet": 14_000,
  "./drift": 6_000,
  "./errors": 1_900,
  "./events": 14_500,
  "./pagination": 5_500,
  "./rest": 9_900,
  "./rpc": 9_500,
  "./schemas": 11_000,
  "./submission": 8_900,
  "./transport": 11_900,
  "./units": 3_000,
};
