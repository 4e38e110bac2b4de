import type { Service } from "../../src/service/mod.ts";

/** A transaction of a block, as far as the model looks at it. */
export interface ChainTransaction {
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: number;
}

/** The chain that a service has in the end: each block with its transactions, the oldest first. */
export interface ChainBlock {
  readonly number: number;
  readonly hash: string;
  readonly transactions: readonly ChainTransaction[];
}

interface Read {
  readonly blocks: readonly { number: number; hash: string; txCount: number }[];
  readonly transactions: readonly ChainTransaction[];
  readonly blockHeight: number;
}

/** Reads from a chain past every link, by requests of the interface alone. */
async function read(service: Service, segment: string, path: string): Promise<Read> {
  const target = `/v1/${segment}${path}`;
  // A peer of its own for every request, so that no limit counts.
  const peer = `10.1.${(asked >> 8) & 255}.${asked++ & 255}`;
  const { status, body } = await service.handle({
    ...{ method: "GET", peer, target, header: () => undefined, headerNames: () => [] },
    body: async () => new Uint8Array(),
  });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${String(body)}`);
  return (JSON.parse(String(body)) as { data: Read }).data;
}

let asked = 0;

export async function readHeight(service: Service, segment: string): Promise<number> {
  return (await read(service, segment, "/chain/info")).blockHeight;
}

/** Reads the whole chain. */
export async function readChain(service: Service, segment: string): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  for (let page = 1; ; page++) {
    const path = `/blocks?order=asc&limit=100&page=${page}`;
    const listed = (await read(service, segment, path)).blocks;
    for (const { number, hash, txCount } of listed) {
      const found = `/blocks/${number}/transactions?limit=100`;
      const { transactions } = txCount > 0 ? await read(service, segment, found) : NOTHING;
      if (transactions.length !== txCount) throw new Error(`${found} has not ${txCount}`);
      blocks.push({ number, hash, transactions });
    }
    if (listed.length < 100) return blocks;
  }
}

const NOTHING: { readonly transactions: readonly ChainTransaction[] } = { transactions: [] };
