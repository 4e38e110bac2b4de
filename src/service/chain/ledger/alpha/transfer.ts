import { type AlphaTransfer, feeOf, type SignedAlphaTransaction } from "../../../../devnet/mod.ts";
import type { Amount, Hex } from "../../../../units/mod.ts";
import type { ChargedOutcome, ExecutionContext, Movement, PendingClaims } from "../chain_rules.ts";
import { recordNames } from "../records.ts";
import type { Refusal } from "../refusal.ts";
import { ACCOUNT, SERIAL_NUMBER, type SerialNumberState } from "../state_kinds.ts";
import type { PreparedTransaction } from "../transaction.ts";
import type { WorkingState } from "../working_state.ts";
import { createRecord } from "./create_record.ts";
import type { AlphaKind } from "./kind.ts";

type Transfer = Extract<SignedAlphaTransaction, { readonly type: AlphaTransfer["type"] }>;
type Prepared = PreparedTransaction<Transfer>;

/** Spends records of one owner and creates others of the same worth, less the fee. */
export const TRANSFER: AlphaKind<Transfer> = {
  describe,
  keys: ({ body }) => [
    ...body.serialNumbers.map((serialNumber) => SERIAL_NUMBER.key(serialNumber)),
    ...body.outputs.map(({ to }) => ACCOUNT.key(to)),
  ],
  check,
  execute,
};

function describe({ hash, body }: Prepared): Movement {
  const others = body.outputs.filter(({ to }) => to !== body.from);
  const commitments = body.outputs.map(
    ({ to, value }, index) => recordNames({ creator: hash, index, owner: to, value }).commitment,
  );
  return {
    to: others[0]?.to ?? body.from,
    value: sum(others),
    serialNumbers: body.serialNumbers,
    commitments,
  };
}

function check(
  { body }: Prepared,
  state: WorkingState,
  claims: PendingClaims,
): Refusal | undefined {
  const records: SerialNumberState[] = [];
  for (const serialNumber of body.serialNumbers) {
    const record = state.get(SERIAL_NUMBER, serialNumber);
    const reason = refuseRecord(serialNumber, body.from, record, claims);
    if (!record || reason !== undefined) {
      return { code: "TransactionRejected", reason: reason ?? "No such record" };
    }
    records.push(record);
  }
  return checkBalance(sum(records), sum(body.outputs), feeOf("alpha", body));
}

function refuseRecord(
  serialNumber: Hex,
  from: string,
  record: SerialNumberState | undefined,
  claims: PendingClaims,
): string | undefined {
  if (!record) return `Serial number ${serialNumber} belongs to no record in a block`;
  if (record.owner !== from) {
    return `Serial number ${serialNumber} belongs to ${record.owner}, the signer is ${from}`;
  }
  if (record.spentAt !== null) {
    return `Serial number ${serialNumber} was spent in block ${record.spentAt}`;
  }
  return claims.isSpent(serialNumber)
    ? `Serial number ${serialNumber} is spent by a pending transaction`
    : undefined;
}

function checkBalance(spent: Amount, created: Amount, fee: Amount): Refusal | undefined {
  if (spent === created + fee) return undefined;
  const reason = `The spent records hold ${spent}, the created records ${created} and the fee is ${fee}: inputs must equal outputs plus fee`;
  return { code: spent < created + fee ? "InsufficientFunds" : "TransactionRejected", reason };
}

function execute({ hash, body }: Prepared, context: ExecutionContext): ChargedOutcome | undefined {
  const { state, height } = context;
  const records = body.serialNumbers.map((serialNumber) => state.get(SERIAL_NUMBER, serialNumber));
  const isSpendable = records.every(
    (record) => record?.owner === body.from && record.spentAt === null,
  );
  const account = state.get(ACCOUNT, body.from);
  if (!account || !isSpendable) return undefined;
  const spent = records.filter((record) => record !== undefined);
  const fee = feeOf("alpha", body);
  if (checkBalance(sum(spent), sum(body.outputs), fee)) return undefined;
  body.serialNumbers.forEach((serialNumber, position) => {
    const record = spent[position];
    if (record) state.set(SERIAL_NUMBER, serialNumber, { ...record, spentAt: height });
  });
  state.set(ACCOUNT, body.from, {
    balance: account.balance - sum(spent),
    nonce: account.nonce + 1,
  });
  body.outputs.forEach(({ to, value }, index) => {
    createRecord(state, { creator: hash, transactionHash: hash, index, owner: to, value, height });
  });
  return { status: "success", logs: [], fee };
}

function sum(parts: readonly { readonly value: Amount }[]): Amount {
  return parts.reduce((total, { value }) => total + value, 0n);
}
