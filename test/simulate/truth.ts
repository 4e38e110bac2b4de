import type { Service } from "../../src/service/mod.ts";
import { Violation } from "./simulation.ts";

/** The chain that a service has in the end: each block with its transactions, the oldest first. */
export interface ChainBlock {
  readonly number: number;
  readonly hash: string;
  readonly timestamp: number;
  readonly transactions: readonly {
    readonly hash: string;
    readonly from: string;
    readonly to: string;
    readonly value: string;
    readonly nonce: number;
  }[];
}

interface Read extends Pick<ChainBlock, "transactions"> {
  readonly blocks: readonly (Omit<ChainBlock, "transactions"> & { readonly txCount: number })[];
  readonly blockHeight: number;
  readonly pagination: { readonly totalItems: number };
}

let asked = 0;

/** Reads from a chain past every link, by requests of the interface alone. */
async function read(service: Service, segment: string, path: string): Promise<Read> {
  // A peer of its own for every request, so that no limit counts.
  const peer = `10.1.${(asked >> 8) & 255}.${asked++ & 255}`;
  const { status, body } = await service.handle({
    ...{ method: "GET", peer, target: `/v1/${segment}${path}` },
    ...{ header: () => undefined, headerNames: () => [], body: async () => new Uint8Array() },
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${String(body)}`);
  return (JSON.parse(String(body)) as { data: Read }).data;
}

export async function readHeight(service: Service, segment: string): Promise<number> {
  return (await read(service, segment, "/chain/info")).blockHeight;
}

/** Reads the whole chain. */
export async function readChain(service: Service, segment: string): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  for (let page = 1; blocks.length === (page - 1) * 100; page++) {
    const listed = await read(service, segment, `/blocks?order=asc&limit=100&page=${page}`);
    for (const { txCount, ...block } of listed.blocks) {
      const found = `/blocks/${block.number}/transactions?limit=100`;
      const { transactions } =
        txCount > 0 ? await read(service, segment, found) : { transactions: [] };
      if (transactions.length !== txCount) throw new Error(`${found} has not ${txCount}`);
      blocks.push({ ...block, transactions });
    }
  }
  return blocks;
}

/** Reads the hashes of the transactions of an account from their list, the newest first. */
export async function readTransactions(
  service: Service,
  segment: string,
  address: string,
): Promise<string[]> {
  const hashes: string[] = [];
  const path = `/accounts/${address}/transactions?limit=10`;
  for (let [page, total] = [1, 1]; hashes.length < total; page++) {
    const { transactions, pagination } = await read(service, segment, `${path}&page=${page}`);
    if (transactions.length === 0) throw new Violation("lists", `${path} lacks items of ${total}`);
    hashes.push(...transactions.map(({ hash }) => hash));
    total = pagination.totalItems;
  }
  return hashes;
}
