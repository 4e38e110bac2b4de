/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 53_000,
  "./chains": 1_000,
  "./client": 50_000,
  "./devnet": 14_000,
  "./drift": 6_000,
  "./errors": 1_900,
  "./events": 23_000,
  "./pagination": 6_300,
  "./rest": 18_300,
  "./rpc": 17_000,
  "./schemas": 11_000,
  "./submission": 18_500,
  "./transport": 10_900,
  "./units": 3_000,
};
