import type { ExecutedTransaction, ProducedBlock } from "../../ledger/mod.ts";
import {
  ANY,
  type BlockRow,
  checkFollows,
  formatExtra,
  fromBlob,
  type Listed,
  listsOf,
  mentionsIn,
  toBlob,
} from "../_rows.ts";
import { bytea, lockOthers, type Write } from "./_transact.ts";
import { writeTree } from "./_remove_blocks.ts";

/** The session of a write, and the statements that it reads with. */
export type Reads = Pick<Write, "session" | "sql">;

/** The store below blocks that are to be added, as far as their rows follow from it. */
export interface Ground {
  readonly head: { readonly height: number; readonly hash: string } | undefined;
  readonly ids: Map<string, number>;
  readonly lastName: number;
  readonly lastState: number;
  readonly lengths: Map<string, number>;
  /** Values of the keys that were asked for. */
  readonly values: Map<string, string | undefined>;
}

interface LengthRow {
  readonly account: string | null;
  readonly type: string | null;
  readonly direction: number;
  readonly length: number;
}

/** Stands for the height of the head. */
const HEAD = Number.MAX_SAFE_INTEGER;

/** Reads the ground of transactions and, for their events, of state keys that change, all of it at once. */
export async function readGround(
  { session, sql }: Reads,
  transactions: readonly Pick<ExecutedTransaction, "type" | "from" | "to">[],
  keys: readonly string[],
): Promise<Ground> {
  const names = new Set(transactions.flatMap(({ type, from, to }) => [type, from, to]));
  const lists = transactions.flatMap((one) => listsOf<string | null>(listedBy(one), null));
  const asked = [...new Map(lists.map((list) => [list.join(), list])).values()].map(
    ([account, type, direction]) => ({ account, type, direction }),
  );
  const [head, last, ids, lengths, values] = await Promise.all([
    session.rows<BlockRow & { is_found: true | null }>(sql.head),
    session.rows<{ name: number; state: number }>(sql.lastIds),
    session.rows<{ is_found: true | null; id: number; text: string }>(sql.names, [[...names]]),
    asked.length === 0 ? [] : session.rows<LengthRow>(sql.listLengths, [JSON.stringify(asked)]),
    keys.length === 0
      ? []
      : session.rows<{ key: string; value: string | null }>(sql.state, [keys, HEAD]),
  ]);
  const [row] = head;
  return {
    head: row?.is_found ? { height: row.height, hash: fromBlob(row.hash) } : undefined,
    ids: new Map(ids.flatMap(({ is_found, id, text }) => (is_found ? [[text, id]] : []))),
    lastName: last[0]?.name ?? 0,
    lastState: last[0]?.state ?? 0,
    lengths: new Map(
      lengths.map(({ account, type, direction, length }) => [
        [account, type, direction].join(),
        length,
      ]),
    ),
    values: new Map(values.map(({ key, value }) => [key, value ?? undefined])),
  };
}

/** The ground of blocks. */
export function groundOf(reads: Reads, blocks: readonly ProducedBlock[]): Promise<Ground> {
  const executed = blocks.flatMap((block) => block.executed);
  return readGround(reads, executed, keysOf(blocks.flatMap(({ changes }) => changes)));
}

function keysOf(changes: readonly { readonly key: string }[]): string[] {
  return [...new Set(changes.map(({ key }) => key))];
}

function listedBy({
  type,
  from,
  to,
}: Pick<ExecutedTransaction, "type" | "from" | "to">): Listed<string> {
  return { type, sender: from, receiver: to };
}

/** Adds blocks on the ground below them, and logs what they tell. */
export function addBlocks(write: Write, blocks: readonly ProducedBlock[], ground: Ground): void {
  writeTree(
    write,
    blocks.flatMap(({ treeNodes }) => treeNodes),
  );
  insertBlocks(write, blocks, ground);
  const { render, events } = write;
  const { values } = ground;
  for (const block of blocks) {
    events.push(...(render.events?.block(block, (key) => values.get(key)) ?? []));
    for (const { key, value } of block.changes) values.set(key, value);
  }
}

/**
 * Adds blocks with all that follows from them but the state tree. Ends with keeping others from writing: what is pending is
 * theirs too.
 */
export function insertBlocks(write: Write, blocks: readonly ProducedBlock[], ground: Ground): void {
  if (blocks.length === 0) return;
  let below = ground.head;
  for (const { block } of blocks) {
    checkFollows(below, block);
    below = block;
  }
  insertRows(write, blocks, ground);
  touchAccounts(write, blocks);
  const { session, sql } = write;
  const hashes = blocks.flatMap(({ executed }) => executed.map(({ hash }) => toBlob(hash)));
  lockOthers(write);
  if (hashes.length > 0) session.run(sql.deletePending, [hashes]);
}

/** Gives each new name of a block an id, counted up in the order of their first use; gives the first one. */
function nameAll(
  { executed }: ProducedBlock,
  ids: Map<string, number>,
  added: { id: number; text: string }[],
  last: number,
): number {
  const first = last + added.length + 1;
  for (const text of executed.flatMap(({ type, from, to }) => [type, from, to])) {
    if (ids.has(text)) continue;
    const id = last + added.length + 1;
    ids.set(text, id);
    added.push({ id, text });
  }
  return first;
}

function insertRows(
  { session, sql, render, chain }: Write,
  blocks: readonly ProducedBlock[],
  { ids, lastName, lastState, lengths }: Ground,
): void {
  const names: { id: number; text: string }[] = [];
  const rows = { blocks: [] as object[], transactions: [] as object[], state: [] as object[] };
  const entries: object[] = [];
  const idOf = (name: string | null): number => (name === null ? ANY : (ids.get(name) as number));
  let state = lastState;
  for (const produced of blocks) {
    const { block, executed, changes } = produced;
    const firsts = {
      first_tx: chain.transactions,
      first_name: nameAll(produced, ids, names, lastName),
      first_state: state + 1,
    };
    const texts = { body: render.block(block), summary: render.blockSummary(block) };
    rows.blocks.push({ ...blockColumns(produced), ...firsts, ...texts });
    for (const transaction of executed) {
      const tx = chain.transactions++;
      rows.transactions.push({
        seq: tx,
        type: idOf(transaction.type),
        sender: idOf(transaction.from),
        receiver: idOf(transaction.to),
        ...transactionColumns(transaction),
        body: render.transaction(transaction),
      });
      for (const list of listsOf<string | null>(listedBy(transaction), null)) {
        const [account, type, direction] = list;
        const seq = lengths.get(list.join()) ?? 0;
        lengths.set(list.join(), seq + 1);
        entries.push({ account: idOf(account), type: idOf(type), direction, seq, tx });
      }
    }
    for (const { key, value } of changes)
      rows.state.push({ seq: ++state, key, height: block.height, value });
    chain.height = block.height;
  }
  if (names.length > 0) session.run(sql.insertNames, [JSON.stringify(names)]);
  session.run(sql.insertBlocks, [JSON.stringify(rows.blocks)]);
  if (rows.state.length > 0) session.run(sql.insertState, [JSON.stringify(rows.state)]);
  if (rows.transactions.length === 0) return;
  session.run(sql.insertTransactions, [JSON.stringify(rows.transactions)]);
  session.run(sql.insertEntries, [JSON.stringify(entries)]);
}

function blockColumns({ block, executed }: ProducedBlock): object {
  return {
    height: block.height,
    hash: bytea(block.hash),
    parent_hash: bytea(block.parentHash),
    timestamp: block.timestamp,
    validator: block.validator,
    state_root: bytea(block.stateRoot),
    transactions_root: bytea(block.transactionsRoot),
    receipts_root: bytea(block.receiptsRoot),
    gas_used: block.gasUsed.toString(),
    gas_limit: block.gasLimit.toString(),
    tx_count: executed.length,
  };
}

function transactionColumns(transaction: ExecutedTransaction): object {
  return {
    hash: bytea(transaction.hash),
    height: transaction.blockHeight,
    value: transaction.value.toString(),
    nonce: transaction.nonce,
    gas_price: transaction.gasPrice.toString(),
    gas_limit: transaction.gasLimit.toString(),
    gas_used: transaction.gasUsed.toString(),
    status: transaction.status,
    extra: formatExtra(transaction),
    raw: `\\x${Buffer.from(transaction.raw).toString("hex")}`,
  };
}

/** A row of `account` as some blocks change it; the state is undefined where it stays. */
interface TouchedAccount {
  readonly address: string;
  tx_count: number;
  readonly first_seen: number;
  last_seen: number;
  state: string | null | undefined;
}

function touchAccounts({ session, sql, render }: Write, blocks: readonly ProducedBlock[]): void {
  const touched = new Map<string, TouchedAccount>();
  for (const produced of blocks) {
    const { timestamp } = produced.block;
    for (const [address, { transactions, state }] of mentionsIn(produced, render.accountPrefix)) {
      const row = touched.get(address) ?? {
        address,
        tx_count: 0,
        first_seen: timestamp,
        last_seen: timestamp,
        state: undefined,
      };
      row.tx_count += transactions;
      row.last_seen = timestamp;
      if (state !== undefined) row.state = state;
      touched.set(address, row);
    }
  }
  const rows = [...touched.values()];
  const changed = rows.filter(({ state }) => state !== undefined);
  const others = rows.filter(({ state }) => state === undefined);
  if (changed.length > 0) session.run(sql.touchAccounts, [JSON.stringify(changed), true]);
  if (others.length > 0) session.run(sql.touchAccounts, [JSON.stringify(others), false]);
}
