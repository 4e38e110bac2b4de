import type { Transaction } from "../../../generated/types.gen.ts";
import type { Wire } from "../../../units/mod.ts";
import type { LedgerBlock } from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";
import { JsonText } from "../context/mod.ts";
import { rpcBlock, rpcTransactionOf } from "../views.ts";

/** Transactions of the first read. Later reads have about so many characters, by the length of those before. */
const FIRST = 8;
const CHARACTERS = 50_000;

/**
 * Reads a block with its transactions, in full or as hashes; undefined if there is none. Full transactions take many reads,
 * in as many turns of the event loop. If the block is removed meanwhile, it begins again: another block may have the number.
 *
 * @throws {Error} If the store lacks transactions of the block.
 */
export async function readBlock(
  identifier: number | string,
  fullTx: boolean,
  store: Store,
): Promise<JsonText | undefined> {
  let lacking: string | undefined;
  for (;;) {
    const found = await store.findBlock(identifier);
    if (!found) return undefined;
    const { block } = found;
    const transactions = await (fullTx ? renderFull : renderHashes)(block, store);
    if (transactions !== undefined) {
      const head = JSON.stringify(rpcBlock(block)).slice(0, -1);
      return new JsonText(`${head},"transactions":${transactions}}`);
    }
    if (block.hash === lacking) throw new Error(`The store lacks transactions of block ${lacking}`);
    lacking = block.hash;
  }
}

/** The transactions of a block as a JSON array; undefined if the block is not there any more. */
async function renderHashes(block: LedgerBlock, store: Store): Promise<string | undefined> {
  if (isTurnOver()) await nextTurn();
  return (await store.listBlockHashes(block.hash))?.items;
}

/** The same in full. */
async function renderFull(block: LedgerBlock, store: Store): Promise<string | undefined> {
  const texts: string[] = [];
  let limit = FIRST;
  for (let offset = 0; offset < block.txCount;) {
    if (isTurnOver()) await nextTurn();
    const { items: text = "[]" } =
      (await store.listBlockTransactions(block.height, { offset, limit })) ?? {};
    const items = JSON.parse(text) as Wire<Transaction>[];
    if (items[0]?.blockHash !== block.hash) return undefined;
    const shown = items.map((item, index) => rpcTransactionOf(item, offset + index));
    texts.push(JSON.stringify(shown).slice(1, -1));
    offset += items.length;
    limit = Math.ceil((CHARACTERS * items.length) / text.length);
  }
  // To put the texts together takes as long as to make some.
  if (isTurnOver()) await nextTurn();
  return `[${texts.join(",")}]`;
}
