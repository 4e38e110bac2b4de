/**
 * The devnet's transaction format, its funded accounts and signing, in any runtime.
 *
 * This format is the devnet's alone: the client submits any hex, and another chain behind the service has its own
 * format.
 *
 * @example Sign a transfer between two funded accounts
 * ```ts
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 *
 * const [alice, bob] = await devAccounts("delta");
 * if (alice && bob) {
 *   const { signedTx, txHash } = await signTransaction(alice, { type: "transfer", to: bob.address, value: 5n, nonce: 0 });
 *   console.log(txHash, signedTx.length);
 * }
 * ```
 *
 * @module
 */
export { DEV_TOKEN_HEADER } from "../generated/limits.gen.ts";
export { addressOf } from "./address_of.ts";
export {
  commitmentOf,
  type CommitmentParts,
  serialNumberOf,
  type GenesisRecordOptions,
  genesisRecords,
  type SpendableRecord,
} from "./records.ts";
export {
  type AlphaDevAccount,
  type DevAccount,
  type DevAccountOf,
  devAccounts,
  type DevAccountsOptions,
} from "./dev_accounts.ts";
export { feeOf, type GasInput } from "./gas.ts";
export { type SignedBytes, type SigningAccount, signTransaction } from "./sign_transaction.ts";
export type {
  AlphaOutput,
  AlphaTransaction,
  AlphaTransfer,
  ClaimRewards,
  Delegate,
  DeltaTransaction,
  DeltaTransfer,
  Propose,
  TokenTransfer,
  TransactionBase,
  TransactionOf,
  Undelegate,
  Vote,
  VoteChoice,
} from "./transaction.ts";
