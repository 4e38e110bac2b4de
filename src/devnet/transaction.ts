import type { Chain, Network } from "../chains/mod.ts";
import type { Address, Amount, Hex } from "../units/mod.ts";

/** Fields of every transaction, whatever its type. */
export interface TransactionBase {
  /** Number of the sender's earlier transactions, pending ones included: 0 for the first. */
  readonly nonce: number;
  /** Base units per unit of gas. Default: the lowest price that the devnet accepts. */
  readonly gasPrice?: Amount;
  /** Most gas that the transaction may use. Default: the gas it needs. */
  readonly gasLimit?: Amount;
}

/** Moves `value` from the signer to `to`, on delta. */
export interface DeltaTransfer extends TransactionBase {
  /** Moves the chain's native token. */
  readonly type: "transfer";
  /** Receiver, `dx1…`. */
  readonly to: Address;
  /** Amount to transfer in base units; zero is allowed. */
  readonly value: Amount;
}

/** Moves `value` of a token from the signer to `to`, on delta. */
export interface TokenTransfer extends TransactionBase {
  /** Moves a token. */
  readonly type: "token_transfer";
  /** Contract of the token, `dx1…`. */
  readonly contract: Address;
  /** Receiver, `dx1…`. */
  readonly to: Address;
  /** Amount of the token to transfer in base units; zero is allowed. */
  readonly value: Amount;
}

/**
 * Stakes `value` of the signer's balance with a validator, on delta: an account stakes with one validator at a time.
 */
export interface Delegate extends TransactionBase {
  /** Stakes. */
  readonly type: "delegate";
  /** Validator, `dx1…`. */
  readonly validator: Address;
  /** Base units to stake, at least 1. */
  readonly value: Amount;
}

/** Withdraws `value` from the signer's stake, on delta. It is paid out after the unbonding period. */
export interface Undelegate extends TransactionBase {
  /** Withdraws stake. */
  readonly type: "undelegate";
  /** Base units to withdraw, at least 1. */
  readonly value: Amount;
}

/** Pays out the rewards of the signer's stake, on delta. */
export interface ClaimRewards extends TransactionBase {
  /** Pays out rewards. */
  readonly type: "claim_rewards";
}

/** Submits a proposal for a vote, for a deposit, on delta. */
export interface Propose extends TransactionBase {
  /** Submits a proposal. */
  readonly type: "propose";
  /** 1 to 120 characters. */
  readonly title: string;
  /** At most 4,000 characters. */
  readonly description: string;
}

/** Choice of a vote. */
export type VoteChoice = "for" | "against" | "abstain";

/** Votes on a proposal with the signer's stake, once, on delta. */
export interface Vote extends TransactionBase {
  /** Votes. */
  readonly type: "vote";
  /** Id of the proposal. */
  readonly proposal: number;
  /** The choice. */
  readonly choice: VoteChoice;
}

/** A record that an alpha transaction creates. */
export interface AlphaOutput {
  /** Owner of the new record, `ax1…`. */
  readonly to: Address;
  /** Value of the record in base units, at least 1. */
  readonly value: Amount;
}

/**
 * Spends records of the signer and creates new ones, on alpha.
 *
 * The total value of the spent records must equal that of the created ones plus the fee (see `feeOf`), so change is
 * returned to the sender as a separate output.
 */
export interface AlphaTransfer extends TransactionBase {
  /** Spends records. */
  readonly type: "transfer";
  /** Serial numbers of the records to spend, 1 to 100, without duplicates. */
  readonly serialNumbers: readonly Hex[];
  /** Records to create, 1 to 100, in the order of their index. */
  readonly outputs: readonly AlphaOutput[];
}

/** Every transaction of alpha. */
export type AlphaTransaction = AlphaTransfer;

/** Every transaction of delta. */
export type DeltaTransaction =
  | DeltaTransfer
  | TokenTransfer
  | Delegate
  | Undelegate
  | ClaimRewards
  | Propose
  | Vote;

/** The transactions of each chain. */
export interface TransactionOf {
  /** Transactions of alpha. */
  alpha: AlphaTransaction;
  /** Transactions of delta. */
  delta: DeltaTransaction;
}

/** Fields that signing adds to a transaction. */
export interface Signing<C extends Chain = Chain> {
  /** Chain of the transaction; other chains reject it. */
  readonly chain: C;
  /** Network of the transaction; other networks reject it. */
  readonly network: Network;
  /** The sender: the address of `publicKey`. */
  readonly from: Address;
  /** Ed25519 public key, 32 bytes. */
  readonly publicKey: Hex;
  /** Ed25519 signature, 64 bytes. */
  readonly signature: Hex;
}

/** A complete transaction with the fields that signing adds. */
export type Signed<C extends Chain, T> = T extends TransactionBase
  ? Required<T> & Signing<C>
  : never;

/** A signed transaction of alpha. */
export type SignedAlphaTransaction = Signed<"alpha", AlphaTransaction>;

/** A signed transaction of delta. */
export type SignedDeltaTransaction = Signed<"delta", DeltaTransaction>;

/** A signed transaction of either chain, told apart by `chain` and `type`. */
export type SignedTransaction = SignedAlphaTransaction | SignedDeltaTransaction;

/** A complete transaction without its signature. */
export type UnsignedTransaction = SignedTransaction extends infer T
  ? T extends SignedTransaction
    ? Omit<T, "signature">
    : never
  : never;
