import type { DatabaseSync } from "node:sqlite";

import type { ProducedBlock } from "../../ledger/mod.ts";
import { mentionsIn } from "../_mentions.ts";
import type { Render } from "../store.ts";
import { columnsOf } from "./_pages.ts";
import type { BlockRow } from "../_rows.ts";
import type { Statements } from "./_statements.ts";

/** A row of `account` without its address. */
export type AccountRow = readonly [
  txCount: number,
  state: string | null,
  firstSeen: number,
  lastSeen: number,
];

/** A row as transactions and state give it; undefined for an address that is in neither. */
type CountedAccount = AccountRow | undefined;

interface Parts {
  readonly statements: Statements;
  readonly render: Pick<Render, "accountPrefix">;
}

/** Enters in `account` what a block says. */
export function touchAccounts(parts: Parts, block: ProducedBlock): void {
  const { timestamp } = block.block;
  const { touchAccount } = parts.statements;
  for (const [address, { transactions, state }] of mentionsIn(block, parts.render.accountPrefix)) {
    const isChanged = Number(state !== undefined);
    touchAccount.run(address, transactions, timestamp, timestamp, state ?? null, isChanged);
  }
}

/** The addresses that a block or one above it has. */
export function accountsSince(
  { statements, render }: Parts,
  { first_tx: firstTx, first_state: firstState }: Pick<BlockRow, "first_tx" | "first_state">,
): string[] {
  const rows = statements.accountsFrom.all(firstTx, firstTx, render.accountPrefix, firstState);
  return rows.map(({ address }) => String(address));
}

/** Makes the rows of `account` of these addresses anew. */
export function recountAccounts(parts: Parts, addresses: readonly string[]): void {
  const { putAccount, deleteAccount } = parts.statements;
  for (const address of addresses) {
    const counted = countAnew(parts, address);
    if (counted) putAccount.run(address, ...counted);
    else deleteAccount.run(address);
  }
}

/** The faults in `account`: one sentence for all rows that are wrong, since one wrong block makes many of them so. */
export function* findAccountFaults(database: DatabaseSync, parts: Parts): Generator<string> {
  const addresses = database
    .prepare("SELECT address FROM account")
    .all()
    .map(({ address }) => String(address));
  const wrong = addresses.filter((address) => {
    const stored = columnsOf(parts.statements.account.get(address) ?? []);
    return stored.join() !== (countAnew(parts, address) ?? []).join();
  });
  if (wrong.length > 0) {
    yield `Accounts do not match their transactions and state: ${wrong.length}, for example ${wrong[0]}`;
  }
  const expected = accountsSince(parts, { first_tx: 0, first_state: 0 }).length;
  if (addresses.length !== expected) {
    yield `There are ${addresses.length} accounts, the transactions and the state give ${expected}`;
  }
}

function countAnew({ statements, render }: Parts, address: string): CountedAccount {
  const row = statements.accountAnew.get(address, render.accountPrefix + address) ?? [];
  const [txCount, state, firstSeen, lastSeen] = columnsOf(row);
  if (firstSeen === null) return undefined;
  return [txCount, state, firstSeen, lastSeen] as unknown as AccountRow;
}
