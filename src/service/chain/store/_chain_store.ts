import type { Hex } from "../../../units/mod.ts";
import type { ProducedBlock } from "../ledger/mod.ts";
import type { TreeNode } from "../state_tree/mod.ts";
import type { Engine, Reads, Write } from "./_engine.ts";
import { beginEpoch, StoredEventLog } from "./_event_log.ts";
import { type StoreFault, findFaults } from "./_faults.ts";
import { checkEmpty } from "./_plan.ts";
import { StoreReads, readState } from "./_reads.ts";
import { toBlob } from "./_rows.ts";
import {
  addBlocks,
  readBaseOf,
  insertBlocks,
  type WriteBase,
  readBase,
  readRemoval,
  removeBlocks,
  updateTree,
  type WriteParts,
  writeTree,
} from "./_write_blocks.ts";
import type { BlockReads, PendingBytes, Store } from "./store.ts";

/** For a write that reads nothing ahead. */
export const NOTHING = async (): Promise<void> => undefined;

/** Blocks of a first chain that are written together. */
const FILLED_TOGETHER = 100;

/** A store on any engine. */
export class ChainStore<Database extends Engine = Engine>
  extends StoreReads<Database>
  implements Store
{
  readonly events = new StoredEventLog(this.engine, this.cache);
  readonly #parts: WriteParts;
  readonly #ownFaults: readonly StoreFault[];

  /** @param ownFaults Faults that its engine alone may have. */
  constructor(engine: Database, parts: WriteParts, ownFaults: readonly StoreFault[]) {
    super(engine);
    this.#parts = parts;
    this.#ownFaults = ownFaults;
  }

  async apply(blocks: readonly ProducedBlock[]): Promise<void> {
    const { engine } = this;
    await engine.write(
      "blocks",
      (reads) => readBaseOf(reads, blocks, this.#parts.render),
      (write, base) => addBlocks(write, blocks, base, this.#parts),
    );
  }

  async add(make: (base: BlockReads) => Promise<ProducedBlock>): Promise<ProducedBlock> {
    let added: ProducedBlock | undefined;
    await this.engine.write(
      "blocks",
      (reads) => this.#make(reads, make),
      (write, { block, base }) => {
        addBlocks(write, [block], base, this.#parts);
        added = block;
      },
    );
    return added as ProducedBlock;
  }

  async fill(blocks: AsyncIterable<ProducedBlock>): Promise<void> {
    const { engine } = this;
    // A branch that every block changes is written once, as it is at the end.
    const tree = new Map<string, TreeNode>();
    const waiting: ProducedBlock[] = [];
    await engine.fill(async (write) => {
      const flush = async (): Promise<void> => {
        const taken = waiting.splice(0);
        const executed = taken.flatMap((block) => block.executed);
        insertBlocks(write, taken, await readBase(engine, executed, []), this.#parts);
        await write.settle();
      };
      checkEmpty((await readBase(engine, [], [])).head?.height);
      for await (const block of blocks) {
        waiting.push(block);
        for (const node of block.treeNodes) tree.set(node.path, node);
        if (waiting.length >= FILLED_TOGETHER) await flush();
      }
      await flush();
      writeTree(write, tree.values());
    });
  }

  async truncate(height: number, pending?: readonly PendingBytes[]): Promise<void> {
    const { engine } = this;
    const { render } = this.#parts;
    await engine.write(
      "all",
      (reads) => readRemoval(reads, engine, height, render),
      (write, removal) => {
        if (removal) removeBlocks(write, removal, this.#parts);
        return pending && this.setPending(write, pending);
      },
    );
  }

  async putPending(transactions: readonly PendingBytes[]): Promise<void> {
    await this.engine.write("all", NOTHING, (write) => write.insert("pending", transactions));
  }

  async removePending(hashes: readonly Hex[]): Promise<void> {
    const values = [hashes.map(toBlob)];
    await this.engine.write("all", NOTHING, (write) => write.run("deletePending", values));
  }

  /** Begins an epoch of the event log, as each writer does. */
  async beginEpoch(epoch: string): Promise<void> {
    await this.engine.write(
      "all",
      (reads) => readBase(reads, [], []),
      (write, { log }) => beginEpoch(write, epoch, log),
    );
  }

  async *inspect(): AsyncGenerator<string> {
    this.engine.ensureUsable();
    yield* findFaults({
      accountPrefix: this.#parts.render.accountPrefix,
      ownFaults: this.#ownFaults,
      ask: (query, values) => this.engine.ask(query, values),
      readTreeNodes: (paths) => this.readTreeNodes(paths),
    });
  }

  async close(): Promise<void> {
    await this.engine.close();
  }

  /** Makes these the pending transactions, in this order. */
  protected setPending(write: Write, pending: readonly PendingBytes[]): void | Promise<void> {
    write.run("clearPending");
    write.insert("pending", pending);
  }

  /** Makes a block by reads of one moment, the base that it is added on among them. */
  async #make(
    reads: Reads,
    make: (base: BlockReads) => Promise<ProducedBlock>,
  ): Promise<{ readonly block: ProducedBlock; readonly base: WriteBase }> {
    const { engine } = this;
    const { render } = this.#parts;
    let base: Promise<WriteBase> | undefined;
    const block = await make({
      readState: async (keys) => (await readState(reads, keys)).values,
      updateTree: async (changes, transactions) => {
        const keys = render.events ? changes.map(({ key }) => key) : [];
        base = readBase(reads, transactions, keys);
        const [tree] = await Promise.all([updateTree(reads, engine, changes), base]);
        return tree;
      },
    });
    return { block, base: await (base ?? readBaseOf(reads, [block], render)) };
  }
}
