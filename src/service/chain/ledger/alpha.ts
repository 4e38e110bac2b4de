/**
 * The rules of alpha: transactions spend records whole and create others.
 *
 * @module
 */
import { type CommitmentParts, feeOf } from "../../../devnet/mod.ts";
import {
  commitmentBytes,
  serialNumberBytes,
  type SignedAlphaTransaction,
} from "../../../devnet/internal.ts";
import type { Address, Amount, Hex } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import { refusalText } from "../../refusal_text.ts";
import {
  type BlockEnd,
  type ChainRules,
  type ChargedOutcome,
  type ExecutionContext,
  type Movement,
  NO_CLAIMS,
  type PendingClaims,
} from "./chain_rules.ts";
import { ACCOUNT, RECORD, SERIAL_NUMBER, type SerialNumberState } from "./state_kinds.ts";
import { type PreparedTransaction, isRefusal, type Refusal } from "./transaction.ts";
import { credit, type WorkingState } from "./working_state.ts";

/** The hashes that a record goes by: one names it as created, the other as spent. */
interface RecordNames {
  readonly commitment: Hex;
  readonly serialNumber: Hex;
}

/** As `commitmentOf` of `alphadelta/devnet`, but synchronous, as rules have to be. */
function commitmentOf(parts: CommitmentParts): Hex {
  return sha256Hex(commitmentBytes(parts));
}

/** Derives a record's commitment and serial number. */
export function recordNames(parts: CommitmentParts): RecordNames {
  const commitment = commitmentOf(parts);
  return { commitment, serialNumber: sha256Hex(serialNumberBytes(commitment)) };
}

interface CreateRecordOptions {
  /** Makes the commitment unique: hash of the creating transaction; without one, of the parent block or of genesis. */
  readonly creator: Hex;
  readonly transactionHash: Hex | null;
  readonly index: number;
  readonly owner: Address;
  readonly value: Amount;
  readonly height: number;
}

/** Creates a record with its serial number, and adds it to its owner's balance. Reads the owner's account. */
export function createRecord(state: WorkingState, options: CreateRecordOptions): void {
  const { transactionHash, height, index, owner, value } = options;
  const { commitment, serialNumber } = recordNames(options);
  state.set(RECORD, commitment, { transactionHash, height, index, value, owner });
  state.set(SERIAL_NUMBER, serialNumber, { commitment, value, owner, spentAt: null });
  credit(state, owner, value);
}

type Prepared = PreparedTransaction<SignedAlphaTransaction>;

/**
 * The rules of alpha, whose transactions spend records of one owner and create others of the same worth, less the fee.
 * So a transaction never fails once it is in a block. The fees of a block become one record of who produced it.
 */
export const ALPHA_RULES: ChainRules<SignedAlphaTransaction> = {
  describe,
  keys: ({ body }) => [
    ACCOUNT.key(body.from),
    ...body.serialNumbers.map((serialNumber) => SERIAL_NUMBER.key(serialNumber)),
    ...body.outputs.map(({ to }) => ACCOUNT.key(to)),
  ],
  check,
  execute,
  blockKeys: ({ validator }) => [ACCOUNT.key(validator)],
  beginBlock: () => undefined,
  endBlock: payFees,
};

function describe({ hash, body }: Prepared): Movement {
  const others = body.outputs.filter(({ to }) => to !== body.from);
  const commitments = body.outputs.map(({ to, value }, index) =>
    commitmentOf({ creator: hash, index, owner: to, value }),
  );
  return {
    to: others[0]?.to ?? body.from,
    value: sumOf(others),
    serialNumbers: body.serialNumbers,
    commitments,
  };
}

function check(
  transaction: Prepared,
  state: WorkingState,
  claims: PendingClaims,
): Refusal | undefined {
  const inputs = readInputs(transaction, state, claims);
  return isRefusal(inputs) ? inputs : undefined;
}

/** The records that a transaction spends, all unspent and its sender's, or why it must not. */
function readInputs(
  { body }: Prepared,
  state: WorkingState,
  claims: PendingClaims,
): readonly SerialNumberState[] | Refusal {
  const records: SerialNumberState[] = [];
  for (const serialNumber of body.serialNumbers) {
    const record = state.get(SERIAL_NUMBER, serialNumber);
    if (!record) return rejected(refusalText("noRecord", serialNumber));
    const reason = refuseRecord(serialNumber, body.from, record, claims);
    if (reason !== undefined) return rejected(reason);
    records.push(record);
  }
  return checkBalance(sumOf(records), sumOf(body.outputs), feeOf("alpha", body)) ?? records;
}

function refuseRecord(
  serialNumber: Hex,
  from: string,
  record: SerialNumberState,
  claims: PendingClaims,
): string | undefined {
  if (record.owner !== from) return refusalText("owner", serialNumber, record.owner, from);
  if (record.spentAt !== null) return refusalText("spent", serialNumber, record.spentAt);
  return claims.isSpent(serialNumber) ? refusalText("pending", serialNumber) : undefined;
}

function rejected(reason: string): Refusal {
  return { code: "TransactionRejected", reason };
}

function checkBalance(spent: Amount, created: Amount, fee: Amount): Refusal | undefined {
  if (spent === created + fee) return undefined;
  const reason = refusalText("balance", spent, created, fee);
  return { code: spent < created + fee ? "InsufficientFunds" : "TransactionRejected", reason };
}

function execute(transaction: Prepared, context: ExecutionContext): ChargedOutcome | undefined {
  const { hash, body } = transaction;
  const { state, height } = context;
  const inputs = readInputs(transaction, state, NO_CLAIMS);
  const account = state.get(ACCOUNT, body.from);
  if (!account || isRefusal(inputs)) return undefined;
  body.serialNumbers.forEach((serialNumber, position) => {
    const record = inputs[position];
    if (record) state.set(SERIAL_NUMBER, serialNumber, { ...record, spentAt: height });
  });
  state.set(ACCOUNT, body.from, {
    balance: account.balance - sumOf(inputs),
    nonce: account.nonce + 1,
  });
  body.outputs.forEach(({ to, value }, index) => {
    createRecord(state, { creator: hash, transactionHash: hash, index, owner: to, value, height });
  });
  return { status: "success", logs: [], fee: feeOf("alpha", body) };
}

/** The sum of the values of records. */
export function sumOf(parts: readonly { readonly value: Amount }[]): Amount {
  return parts.reduce((total, { value }) => total + value, 0n);
}

/** Gives the fees to the producer as one record. Its creator is the parent block's hash, which no sibling block shares. */
function payFees({ state, height, validator, fees, parentHash }: BlockEnd): void {
  if (fees === 0n) return;
  createRecord(state, {
    creator: parentHash,
    transactionHash: null,
    index: 0,
    owner: validator,
    value: fees,
    height,
  });
}
