import type { ExecutedTransaction, ProducedBlock } from "../../ledger/mod.ts";
import { checkFollows } from "../_check_follows.ts";
import { type ListKey, listsOf } from "../_lists.ts";
import { mentionsIn } from "../_mentions.ts";
import { type BlockRow, formatExtra, fromBlob, toBlob } from "../_rows.ts";
import { bytea } from "./_bytea.ts";
import { lockOthers } from "./_transact.ts";
import { writeTree } from "./_tree.ts";
import type { Write } from "./_write.ts";
import type { EventDraft } from "../event_log.ts";

/**
 * Adds blocks on top of the head with all that follows from them but the state tree. Ends with keeping others from
 * writing: what is pending is theirs too.
 */
export async function insertBlocks(write: Write, blocks: readonly ProducedBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  const [ids] = await Promise.all([nameIds(write, blocks), checkChain(write, blocks)]);
  await insertRows(write, blocks, ids);
  touchAccounts(write, blocks);
  const { session, sql } = write;
  const hashes = blocks.flatMap(({ executed }) => executed.map(({ hash }) => toBlob(hash)));
  lockOthers(write);
  if (hashes.length > 0) session.run(sql.deletePending, [hashes]);
}

/** The events of blocks that are about to be inserted. Each is told of the state below it. */
async function blockEvents(
  { session, sql, render, chain }: Write,
  blocks: readonly ProducedBlock[],
): Promise<EventDraft[]> {
  const { events } = render;
  if (!events) return [];
  const keys = [...new Set(blocks.flatMap(({ changes }) => changes.map(({ key }) => key)))];
  const rows = await session.rows<{ key: string; value: string | null }>(sql.state, [
    keys,
    chain.height,
  ]);
  const values = new Map(rows.map(({ key, value }) => [key, value ?? undefined]));
  return blocks.flatMap((block) => {
    const drafts = events.block(block, (key) => values.get(key));
    for (const { key, value } of block.changes) values.set(key, value);
    return drafts;
  });
}

/** Adds blocks and logs what they tell. */
export async function addBlocks(write: Write, blocks: readonly ProducedBlock[]): Promise<void> {
  const nodes = blocks.flatMap(({ treeNodes }) => treeNodes);
  writeTree(write, nodes);
  const [drafts] = await Promise.all([blockEvents(write, blocks), insertBlocks(write, blocks)]);
  write.events.push(...drafts);
}

async function checkChain(
  { session, sql }: Write,
  blocks: readonly ProducedBlock[],
): Promise<void> {
  const [row] = await session.rows<BlockRow & { is_found: true | null }>(sql.head);
  let below = row?.is_found ? { height: row.height, hash: fromBlob(row.hash) } : undefined;
  for (const { block } of blocks) {
    checkFollows(below, block);
    below = block;
  }
}

/** Ids of every name in blocks; a new one is counted up in the order of its first use. */
interface NameIds {
  readonly of: (name: string) => number;
  /** The next id before each block. */
  readonly firsts: readonly number[];
  /** The last sequence of `state` so far. */
  readonly state: number;
}

async function nameIds(
  { session, sql }: Write,
  blocks: readonly ProducedBlock[],
): Promise<NameIds> {
  const used = blocks.map(({ executed }) =>
    executed.flatMap(({ type, from, to }) => [type, from, to]),
  );
  const [[last], rows] = await Promise.all([
    session.rows<{ name: number; state: number }>(sql.lastIds),
    session.rows<{ is_found: true | null; id: number; text: string }>(sql.names, [
      [...new Set(used.flat())],
    ]),
  ]);
  const ids = new Map(rows.flatMap(({ is_found, id, text }) => (is_found ? [[text, id]] : [])));
  let next = (last?.name ?? 0) + 1;
  const added: { id: number; text: string }[] = [];
  const firsts = used.map((names) => {
    const first = next;
    for (const text of names) {
      if (ids.has(text)) continue;
      ids.set(text, next);
      added.push({ id: next++, text });
    }
    return first;
  });
  if (added.length > 0) session.run(sql.insertNames, [JSON.stringify(added)]);
  return { of: (name) => ids.get(name) as number, firsts, state: last?.state ?? 0 };
}

async function insertRows(
  { session, sql, render, chain }: Write,
  blocks: readonly ProducedBlock[],
  ids: NameIds,
): Promise<void> {
  const rows = { blocks: [] as object[], transactions: [] as object[], state: [] as object[] };
  const listed: { readonly list: ListKey; readonly tx: number }[] = [];
  let state = ids.state;
  blocks.forEach((produced, index) => {
    const { block, executed, changes } = produced;
    const firsts = {
      first_tx: chain.transactions,
      first_name: ids.firsts[index],
      first_state: state + 1,
    };
    const texts = { body: render.block(block), summary: render.blockSummary(block) };
    rows.blocks.push({ ...blockColumns(produced), ...firsts, ...texts });
    for (const transaction of executed) {
      const seq = chain.transactions++;
      const [type, sender, receiver] = [transaction.type, transaction.from, transaction.to].map(
        ids.of,
      ) as [number, number, number];
      const body = render.transaction(transaction);
      rows.transactions.push({
        seq,
        type,
        sender,
        receiver,
        ...transactionColumns(transaction),
        body,
      });
      for (const list of listsOf({ type, sender, receiver })) listed.push({ list, tx: seq });
    }
    for (const { key, value } of changes)
      rows.state.push({ seq: ++state, key, height: block.height, value });
    chain.height = block.height;
  });
  session.run(sql.insertBlocks, [JSON.stringify(rows.blocks)]);
  if (rows.state.length > 0) session.run(sql.insertState, [JSON.stringify(rows.state)]);
  if (rows.transactions.length === 0) return;
  session.run(sql.insertTransactions, [JSON.stringify(rows.transactions)]);
  const lengths = await listLengths(
    session,
    sql,
    listed.map(({ list }) => list),
  );
  const entries = listed.map(({ list, tx }) => {
    const [account, type, direction] = list;
    const seq = lengths.get(list.join()) ?? 0;
    lengths.set(list.join(), seq + 1);
    return { account, type, direction, seq, tx };
  });
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

async function listLengths(
  session: Write["session"],
  sql: Write["sql"],
  lists: readonly ListKey[],
): Promise<Map<string, number>> {
  const keys = [...new Map(lists.map((list) => [list.join(), list])).values()];
  const asked = keys.map(([account, type, direction]) => ({ account, type, direction }));
  const rows = await session.rows<{
    account: number;
    type: number;
    direction: number;
    length: number;
  }>(sql.listLengths, [JSON.stringify(asked)]);
  return new Map(
    rows.map(({ account, type, direction, length }) => [[account, type, direction].join(), length]),
  );
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
