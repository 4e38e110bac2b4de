import type { ProducedBlock } from "../../ledger/mod.ts";
import type { BlockGround } from "../store.ts";
import { type Ground, groundOf, readGround, type Reads } from "./_insert_blocks.ts";
import { updateTree } from "./_remove_blocks.ts";
import { pendingCheck } from "./pending_check.ts";

/** Makes a block by the reads of one session, the ground that it is added on among them. */
export async function makeBlock(
  { session, sql }: Reads,
  make: (ground: BlockGround) => Promise<ProducedBlock>,
): Promise<{ readonly block: ProducedBlock; readonly ground: Ground }> {
  let ground: Promise<Ground> | undefined;
  const block = await make({
    readState: (keys) => pendingCheck(session, sql).state(keys),
    updateTree: async (changes, transactions) => {
      const keys = changes.map(({ key }) => key);
      ground = readGround({ session, sql }, transactions, keys);
      const [tree] = await Promise.all([updateTree({ session, sql }, changes), ground]);
      return tree;
    },
  });
  return { block, ground: await (ground ?? groundOf({ session, sql }, [block])) };
}
