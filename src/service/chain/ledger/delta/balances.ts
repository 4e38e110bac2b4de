import type { Address, Amount } from "../../../../units/mod.ts";
import { ACCOUNT } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";

/** Adds base units to a balance. */
export function credit(state: WorkingState, address: Address, value: Amount): void {
  const account = state.get(ACCOUNT, address) ?? { balance: 0n, nonce: 0 };
  state.set(ACCOUNT, address, { ...account, balance: account.balance + value });
}

/** Takes base units off a balance; false, with nothing changed, if it holds fewer. */
export function debit(state: WorkingState, address: Address, value: Amount): boolean {
  const account = state.get(ACCOUNT, address);
  if (!account || account.balance < value) return false;
  state.set(ACCOUNT, address, { ...account, balance: account.balance - value });
  return true;
}
