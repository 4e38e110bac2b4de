import type { Listed } from "../_lists.ts";
import { planRemoval } from "../_plan.ts";
import type { BlockRow } from "../_rows.ts";
import type { Write } from "./_transact.ts";
import { rewindTree } from "./_tree.ts";

type FoundBlock = BlockRow & { readonly is_found: true | null };

/** Removes every block above a height with what came with them, and logs that. */
export async function removeBlocks(write: Write, height: number): Promise<void> {
  const { session, sql, chain, render } = write;
  const [head] = await session.rows<FoundBlock>(sql.head);
  const [lowest] = await session.rows<FoundBlock>(sql.blockByHeight, [Math.max(height + 1, 0)]);
  if (!head?.is_found || !lowest?.is_found) return;
  const { first_tx, first_state } = lowest;
  const touched = [first_tx, first_tx, render.accountPrefix, first_state];
  const accounts = await session.rows<{ address: string }>(sql.accountsFrom, touched);
  const listed = await session.rows<Listed>(sql.listedFrom, [first_tx]);
  const { ends, from, events } = planRemoval(head, lowest, listed, render);
  session.run(sql.deleteEntries, [JSON.stringify(ends)]);
  await rewindTree(write, first_state, lowest.height - 1);
  session.run(sql.removeTransactions, [from.tx]);
  session.run(sql.removeNames, [from.name]);
  session.run(sql.removeState, [from.state]);
  session.run(sql.removeBlocks, [from.block]);
  const addresses = accounts.map(({ address }) => address);
  session.run(sql.deleteAccounts, [addresses]);
  session.run(sql.recountAccounts, [render.accountPrefix, addresses]);
  chain.height = lowest.height - 1;
  chain.transactions = first_tx;
  chain.removals = chain.revision + 1;
  write.events.push(...events);
}
