import { NO_HASH, type ProducedBlock } from "../../ledger/mod.ts";
import type { PendingBytes } from "../store.ts";
import { valueOf } from "./_pages.ts";
import { type BlockRow, fromBlob, toBlob } from "../_rows.ts";
import { insertBlock, removeAbove, replacePending, type Writer } from "./_writer.ts";

/** Adds a block on top of the head and logs what it tells. */
export function addBlock(writer: Writer, block: ProducedBlock): void {
  const { statements, render, events } = writer;
  insertBlock(writer, block);
  if (!render.events) return;
  const below = block.block.height - 1;
  const before = (key: string): string | undefined => {
    const value = valueOf(statements.stateAt.get(key, below)) as string | null | undefined;
    return value ?? undefined;
  };
  events.append(render.events.block(block, before));
}

/** Removes the blocks above a height, sets what is pending where that is given, and logs both. */
export function takeOff(
  writer: Writer,
  height: number,
  pending: readonly PendingBytes[] | undefined,
): void {
  const { statements, render, events } = writer;
  const oldHead = statements.head.get() as BlockRow | undefined;
  removeAbove(writer, height);
  const newHead = statements.head.get() as BlockRow | undefined;
  if (oldHead && oldHead.height !== newHead?.height) {
    const removal = {
      fromHeight: newHead ? newHead.height + 1 : 0,
      oldHead: fromBlob(oldHead.hash),
      newHead: newHead ? fromBlob(newHead.hash) : NO_HASH,
    };
    events.append(render.events?.removal(removal) ?? []);
  }
  if (!pending) return;
  const before = new Set(pendingHashes(writer));
  replacePending(writer, pending);
  logPending(
    writer,
    pending.filter(({ hash }) => !before.has(hash)),
  );
}

/** Adds pending transactions and logs those that were not there. */
export function addPending(writer: Writer, transactions: readonly PendingBytes[]): void {
  const { insertPending } = writer.statements;
  const added = transactions.filter(
    ({ hash, raw }) => insertPending.run(toBlob(hash), raw).changes > 0,
  );
  logPending(writer, added);
}

function logPending({ render, events }: Writer, added: readonly PendingBytes[]): void {
  const { events: draft } = render;
  if (draft) events.append(added.flatMap((one) => draft.pending(one)));
}

function pendingHashes({ statements }: Writer): string[] {
  return statements.pending.all().map((row) => fromBlob(row["hash"] as Uint8Array));
}
