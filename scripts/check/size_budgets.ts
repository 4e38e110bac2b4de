/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 24_000,
  "./chains": 1_000,
  "./client": 21_000,
  "./devnet": 14_000,
  "./errors": 1_800,
  "./pagination": 2_100,
  "./rest": 17_000,
  "./rpc": 14_500,
  "./transport": 2_500,
  "./units": 3_000,
};
