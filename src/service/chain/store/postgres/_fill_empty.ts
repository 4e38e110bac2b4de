import type { ProducedBlock } from "../../ledger/mod.ts";
import type { TreeNode } from "../../state_tree/mod.ts";
import { insertBlocks, readGround } from "./_insert_blocks.ts";
import type { Reader } from "./_reader.ts";
import { settle, type Write } from "./_transact.ts";
import { writeTree } from "./_remove_blocks.ts";

/** Blocks of a first chain that are written together, where nobody reads in between. */
const FILLED_TOGETHER = 100;

/**
 * Gives an empty store its first blocks, which `reader` sees from then on. Head and state tree come last, so that of the
 * branches that every block changes only the last is written.
 *
 * @throws {RangeError} If the store has blocks.
 */
export async function fillEmpty(
  write: Write,
  blocks: AsyncIterable<ProducedBlock>,
  reader: Reader,
): Promise<void> {
  const { chain, session, sql } = write;
  if (chain.height >= 0) {
    throw new RangeError(
      `Cannot fill the store: it must be empty, and it has blocks up to ${chain.height}`,
    );
  }
  session.run(sql.takeTime);
  let waiting: ProducedBlock[] = [];
  const flush = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    const executed = taken.flatMap((block) => block.executed);
    insertBlocks(write, taken, await readGround(write, executed, []));
    await settle(write);
  };
  reader.use(session, flush);
  const tree = new Map<string, TreeNode>();
  for await (const block of blocks) {
    waiting.push(block);
    if (waiting.length >= FILLED_TOGETHER) await flush();
    for (const node of block.treeNodes) tree.set(node.path, node);
  }
  await flush();
  writeTree(write, [...tree.values()]);
  chain.revision++;
}
