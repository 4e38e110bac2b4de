/**
 * Most bytes of each entry, bundled with all it needs, minified and packed with gzip.
 *
 * What a program pays is less: a bundler leaves out what it does not use. A row is raised in the change that needs it.
 */
export const SIZE_BUDGETS: Readonly<Record<string, number>> = {
  ".": 60_500,
  "./chains": 1_150,
  "./client": 56_750,
  "./devnet": 14_550,
  "./drift": 11_500,
  "./errors": 2_250,
  "./events": 20_600,
  "./pagination": 6_550,
  "./rest": 16_550,
  "./rpc": 16_200,
  "./schemas": 9_400,
  "./submission": 13_750,
  "./transport": 14_800,
  "./units": 3_500,
};
