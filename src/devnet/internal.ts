/**
 * The devnet's transactions as bytes, and the figures of its genesis, as the service needs them. No entry of the package.
 *
 * @module
 */
export { addressOfDigest, addressOfPrivateKey } from "./address_of.ts";
export {
  commitmentBytes,
  serialNumberBytes,
  GENESIS_BALANCE,
  GENESIS_RECORDS,
  genesisCreatorBytes,
} from "./records.ts";
export { decodeSigned, decodeTransaction, type SignedMessage } from "./decode_transaction.ts";
export { MAX_AMOUNT } from "./_fields.ts";
export { MAX_RECORDS } from "./_kinds.ts";
export { DEV_ACCOUNT_COUNT } from "./dev_accounts.ts";
export { encodeForSigning, encodeSigned, encodeTransaction } from "./encode_transaction.ts";
export { GAS_PRICE_FLOOR, gasNeeded } from "./gas.ts";
export { type AlphaPayment, payFrom } from "./pay_from.ts";
export type {
  Signed,
  SignedAlphaTransaction,
  SignedDeltaTransaction,
  SignedTransaction,
  UnsignedTransaction,
} from "./transaction.ts";
