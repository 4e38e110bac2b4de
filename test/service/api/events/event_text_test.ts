import { expect, test, vi } from "vitest";
import {
  describeTransaction,
  type PreparedTransaction,
  type ProducedBlock,
} from "../../../../src/service/chain/ledger/mod.ts";
import { renderOf } from "../../../../src/service/server/data_folder/open_store.ts";
import { openQuiet } from "../../devnet/producer/_fixtures.ts";

test("a block and its transactions are written as JSON once, for their rows and their events", async () => {
  const { devnet } = await openQuiet({ history: 3, traffic: true });
  let produced: ProducedBlock = await devnet.produceBlock();
  while (produced.executed.length === 0) produced = await devnet.produceBlock();
  const render = renderOf("delta");
  // Other objects than those that the devnet's own store has written.
  const block = { ...produced.block };
  const executed = produced.executed.map((one) => ({ ...one }));
  const stringify = vi.spyOn(JSON, "stringify");
  const rows = [render.blockSummary(block), ...executed.map((one) => render.transaction(one))];
  const made = stringify.mock.calls.length;
  const drafts = render.events?.block(
    { ...produced, block, executed, changes: [] },
    () => undefined,
  );
  const madeAgain = stringify.mock.calls.length - made;
  stringify.mockRestore();
  expect(made).toBe(1 + executed.length);
  expect(madeAgain).toBe(0);
  expect(drafts?.map(({ body }) => body)).toEqual(rows);
  await devnet.close();
});

test("a transaction is described once, at its submission and in its block", async () => {
  const { devnet } = await openQuiet({ history: 3, traffic: true });
  const pending: PreparedTransaction[] = [];
  devnet.onAnnounced = (one) => void (one.kind === "pending" && pending.push(one.transaction));
  while (pending.length === 0) await devnet.produceBlock();
  for (const one of pending) expect(describeTransaction(one)).toBe(describeTransaction(one));
  await devnet.close();
});
