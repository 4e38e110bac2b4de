import type { Address, Amount, Hex } from "../../../../units/mod.ts";
import { recordNames } from "../records.ts";
import { ACCOUNT, RECORD, SERIAL_NUMBER } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";

/** Inputs of a new record. */
export interface CreateRecordOptions {
  /** Makes the commitment unique: the transaction's hash, or another one where there is no transaction. */
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
  const account = state.get(ACCOUNT, owner) ?? { balance: 0n, nonce: 0 };
  state.set(ACCOUNT, owner, { ...account, balance: account.balance + value });
}
