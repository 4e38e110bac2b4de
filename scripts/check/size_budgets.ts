/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 53_400,
  "./chains": 1_250,
  "./devnet": 14_550,
  "./drift": 10_850,
  "./errors": 2_600,
  "./events": 1_150,
  "./pagination": 6_450,
  "./query": 9_800,
  "./rest": 14_800,
  "./rpc": 13_250,
  "./schemas": 8_250,
  "./submission": 10_550,
  "./transport": 13_500,
  "./units": 3_600,
};
