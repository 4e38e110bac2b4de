import type { Segment } from "../../../../src/chains/mod.ts";
import { devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import { openStoreFile } from "../../../../src/service/server/data_folder/open_store.ts";
import { openDevnet } from "../../../../src/service/devnet/producer/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";

/** Writes the file of a chain with history, some traffic on top, and two pending transactions on delta. */
export async function writeChainFile(
  path: string,
  segment: Segment,
  history: number,
): Promise<void> {
  const store = openStoreFile(path);
  const devnet = await openDevnet({
    segment,
    store,
    history,
    mode: "manual",
    clock: () => 1_800_000_000_000,
  });
  for (let block = 0; block < 3; block++) await devnet.produceBlock();
  if (segment === "delta") {
    const [alice, bob] = await devAccounts("delta");
    if (!alice || !bob) throw new Error("Two accounts were asked for");
    for (const nonce of [0, 1]) {
      const transfer = { type: "transfer", to: bob.address, value: 5n, nonce } as const;
      await devnet.submit(parseHex((await signTransaction(alice, transfer)).signedTx));
    }
  }
  await devnet.close();
  await store.close();
}

/** Every item in a list. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
