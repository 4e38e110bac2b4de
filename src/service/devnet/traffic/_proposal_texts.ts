/** Titles and descriptions of the devnet's proposals. */
export const PROPOSAL_TEXTS: readonly (readonly [title: string, description: string])[] = [
  ["Raise the block gas limit", "Doubles the gas that one block may use, from 30 to 60 million."],
  ["Halve the issuance", "New tokens per block would come down from one to a half."],
  ["Fund a public archive", "Pays for a node that answers for every height, for one year."],
  ["Shorten the unbonding period", "Stake would be paid out after 100 blocks in place of 200."],
  ["Lower the quorum", "Votes would count from a tenth of all stake on."],
  ["Cap commissions", "No validator would keep more than a twentieth of the rewards."],
];
