import type { Address, Amount } from "../../../../units/mod.ts";
import type { ExecutionContext, ExecutionOutcome } from "../chain_rules.ts";
import { ACCOUNT } from "../state_kinds.ts";
import type { WorkingState } from "../working_state.ts";
import { type DeltaKind, FAILED, type SignedKind } from "./kind.ts";
import { TOKEN, TOKEN_BALANCE } from "./state.ts";

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

type Transfer = SignedKind<"transfer">;

/** Moves base units from one account to another. */
export const TRANSFER: DeltaKind<Transfer> = {
  describe: ({ to, value }) => ({ to, value }),
  keys: ({ to }) => [ACCOUNT.key(to)],
  outlay: ({ value }) => value,
  execute: runTransfer,
};

function runTransfer({ from, to, value }: Transfer, { state }: ExecutionContext): ExecutionOutcome {
  if (!debit(state, from, value)) return FAILED;
  credit(state, to, value);
  const data = { from, to, value: value.toString() };
  return { status: "success", logs: [{ address: to, event: "Transfer", data }] };
}

type TokenTransfer = SignedKind<"token_transfer">;

/**
 * Moves base units of a token from one account to another. The transaction's own `value` is zero: it counts native
 * tokens alone; the log says what moved.
 */
export const TOKEN_TRANSFER: DeltaKind<TokenTransfer> = {
  describe: ({ to }) => ({ to, value: 0n }),
  keys: ({ contract, from, to }) => [
    TOKEN.key(contract),
    TOKEN_BALANCE.key(`${contract}:${from}`),
    TOKEN_BALANCE.key(`${contract}:${to}`),
  ],
  outlay: () => 0n,
  execute: runTokenTransfer,
};

function runTokenTransfer(
  transaction: TokenTransfer,
  { state }: ExecutionContext,
): ExecutionOutcome {
  const { contract, from, to, value } = transaction;
  const held = balanceOf(state, contract, from);
  if (!state.get(TOKEN, contract) || held < value) return FAILED;
  state.set(TOKEN_BALANCE, `${contract}:${from}`, { balance: held - value });
  // Read after the write above, so that a transfer to oneself changes nothing.
  const balance = balanceOf(state, contract, to) + value;
  state.set(TOKEN_BALANCE, `${contract}:${to}`, { balance });
  const data = { from, to, value: value.toString() };
  return { status: "success", logs: [{ address: contract, event: "TokenTransfer", data }] };
}

function balanceOf(state: WorkingState, contract: Address, owner: Address): Amount {
  return state.get(TOKEN_BALANCE, `${contract}:${owner}`)?.balance ?? 0n;
}
