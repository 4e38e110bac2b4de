/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 53_250,
  "./chains": 1_250,
  "./devnet": 14_550,
  "./drift": 10_850,
  "./errors": 2_500,
  "./events": 1_150,
  "./pagination": 6_250,
  "./rest": 14_500,
  "./rpc": 13_100,
  "./schemas": 7_300,
  "./submission": 10_400,
  "./transport": 13_400,
  "./units": 3_500,
};
