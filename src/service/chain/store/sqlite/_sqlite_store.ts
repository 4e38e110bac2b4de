import type { Hex } from "../../../../units/mod.ts";
import type { ProducedBlock } from "../../ledger/mod.ts";
import { updateStateTreeSync } from "../../state_tree/mod.ts";
import { type Fault, findFaults } from "../_faults.ts";
import { toBlob } from "../_rows.ts";
import type { BlockGround, PendingBytes, Store } from "../store.ts";
import { SqliteReads } from "./_chain_reads.ts";
import { rowsOf } from "./_row_values.ts";
import { unqualified } from "./_statements.ts";
import { addBlocks, addPending, fillEmpty, takeOff } from "./_writer.ts";

const DAMAGE: Fault = [
  "The file is damaged: ?",
  "SELECT integrity_check AS what FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
];

export class SqliteStore extends SqliteReads implements Store {
  readonly events = this.writer.events;
  revision = 0;

  async add(make: (ground: BlockGround) => Promise<ProducedBlock>): Promise<ProducedBlock> {
    const block = await make({
      readState: async (keys) => (await this.readState(keys)).values,
      updateTree: async (changes) => updateStateTreeSync(changes, (paths) => this.readTree(paths)),
    });
    await this.apply([block]);
    return block;
  }

  async apply(blocks: readonly ProducedBlock[]): Promise<void> {
    this.#change(() => addBlocks(this.writer, blocks));
  }

  async fill(blocks: AsyncIterable<ProducedBlock>): Promise<void> {
    this.sql();
    this.isFilling = true;
    this.forgetHead();
    try {
      await fillEmpty(this.writer, blocks);
      this.revision++;
    } finally {
      this.isFilling = false;
    }
  }

  async truncate(height: number, pending?: readonly PendingBytes[]): Promise<void> {
    this.forgetPages();
    this.#change(() => takeOff(this.writer, height, pending));
  }

  async putPending(transactions: readonly PendingBytes[]): Promise<void> {
    this.#write(() => addPending(this.writer, transactions));
  }

  async removePending(hashes: readonly Hex[]): Promise<void> {
    const { deletePending } = this.sql();
    this.#write(() => {
      for (const hash of hashes) deletePending.run(toBlob(hash));
    });
  }

  async *inspect(): AsyncGenerator<string> {
    this.sql();
    const { database, render } = this.writer;
    yield* findFaults({
      accountPrefix: render.accountPrefix,
      ownFaults: [DAMAGE],
      ask: async (sql, values) => rowsOf(database, unqualified(sql), values),
      readTreeNodes: (paths) => this.readTreeNodes(paths),
    });
  }

  /** A write that changes the chain. One that fails may have, too. */
  #change(work: () => void): void {
    try {
      this.#write(work);
      this.revision++;
    } catch (error) {
      if (this.writer.transactions.isUnsure) this.revision++;
      throw error;
    }
  }

  /** Runs `work` as one transaction of the database: all of it, or none. What is held in memory follows. */
  #write(work: () => void): void {
    this.sql();
    this.forgetHead();
    try {
      this.writer.transactions.run(work);
    } catch (error) {
      this.writer.positions.clear();
      throw error;
    }
  }
}
