/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 59_000,
  "./chains": 1_100,
  "./client": 55_700,
  "./devnet": 14_000,
  "./drift": 13_300,
  "./errors": 2_000,
  "./events": 21_500,
  "./pagination": 5_900,
  "./rest": 16_900,
  "./rpc": 16_800,
  "./schemas": 11_000,
  "./submission": 15_300,
  "./transport": 14_100,
  "./units": 3_400,
};
