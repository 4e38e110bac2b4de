import { createClient } from "../../src/mod.ts";
import { loadRivals } from "../rivals/load_rivals.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";
import type { Row } from "../_table.ts";
import { withService } from "./with_service.ts";

const HISTORY = 300;
const LIMIT = 20;
const COUNT = 200;
/** Blocks that come in between two pages. */
const ARRIVALS = 3;

type Walker = (origin: string, fetch: PlatformFetch) => Promise<number[]>;

/** The newest 200 blocks, newest first, while three more arrive before each page: what is given twice, and what is missed. */
export async function benchWalk(): Promise<readonly Row[]> {
  const rivals: Record<string, string> = {};
  for (const { name, make } of await loadRivals()) {
    if (make({ origin: "http://127.0.0.1" }).walk === undefined) continue;
    const walkPages: Walker = async (origin, fetch) =>
      (await make({ origin, fetch }).walk?.(LIMIT, COUNT)) ?? [];
    rivals[name] = show(await walk(walkPages));
  }
  const numbers = await walk(async (origin, fetch) => {
    const client = createClient("delta", { endpoints: origin, fetch });
    const blocks = await client.listBlocks({ limit: LIMIT }).toArray({ limit: COUNT });
    return blocks.map(({ number }) => number);
  });
  const isMet = numbers.length === COUNT && repeated(numbers) === 0 && gaps(numbers) === 0;
  return [
    {
      what: "walk of 200 while blocks arrive",
      ours: show(numbers),
      target: "0 twice, 0 missed",
      isMet,
      rivals,
    },
  ];
}

function walk(walker: Walker): Promise<number[]> {
  return withService({ history: HISTORY, keylessTier: "Enterprise" }, (origin, service) =>
    walker(origin, async (input, init) => {
      const response = await globalThis.fetch(input, init);
      for (let block = 0; block < ARRIVALS; block++) await service.produceBlock("delta");
      return response;
    }),
  );
}

function repeated(numbers: readonly number[]): number {
  return numbers.length - new Set(numbers).size;
}

/** Heights between the first and the last that are not there. */
function gaps(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers) + 1 - new Set(numbers).size;
}

function show(numbers: readonly number[]): string {
  return `${repeated(numbers)} twice, ${gaps(numbers)} missed`;
}
