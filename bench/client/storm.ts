import { type ClientOptions, createClient } from "../../src/mod.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";
import { loadRivals } from "../rivals/load_rivals.ts";
import { readBlock } from "../rivals/rival.ts";
import type { Row } from "../_table.ts";
import { withService } from "./with_service.ts";

const READS = 60;
const LONGEST = 6_000;
const MOST = 62;
const MOST_WRONG = 90;
const NAMELESS = ["ratelimit", "ratelimit-policy"];
const SILENT = [...NAMELESS, "retry-after"];

interface Outcome {
  readonly answered: number;
  readonly sent: number;
  readonly milliseconds: number;
}

type Reader = (origin: string, fetch: Counted["fetch"]) => (turn: number) => Promise<unknown>;

/** 60 reads at once on a service that takes ten a second: how many are answered, with how many requests, how soon. */
export async function benchStorm(): Promise<readonly Row[]> {
  const rivals: Record<string, string> = {};
  for (const { name, make } of await loadRivals(true)) {
    const outcome = await storm((origin, fetch) => {
      const calls = make({ origin, fetch });
      return (turn) => readBlock(calls, turn);
    });
    rivals[name] = show(outcome);
  }
  const right = rowOf("storm of 60 at 10/s", await storm(readerWith({})), MOST);
  const wrong = readerWith({ tier: "Registered" });
  const nameless = await storm(wrong, NAMELESS);
  const silent = await storm(wrong, SILENT);
  return [
    { ...right, rivals },
    rowOf("… believing 100/s", await storm(wrong), MOST_WRONG),
    rowOf("… and nothing said of limits", nameless, MOST_WRONG),
    rowOf("… nor when to come back", silent, MOST_WRONG),
  ];
}

function readerWith(options: Partial<ClientOptions>): Reader {
  return (origin, fetch) => {
    const client = createClient("delta", { endpoints: origin, fetch, ...options });
    return (turn) => client.getBlock(turn);
  };
}

/** Each storm has a service of its own, so that nobody finds its allowance used. */
function storm(reader: Reader, hidden: readonly string[] = []): Promise<Outcome> {
  return withService({ history: READS, keylessTier: "Public" }, async (origin) => {
    const { fetch, sent } = countFetch(hidden);
    const read = reader(origin, fetch);
    const started = performance.now();
    const reads = Array.from({ length: READS }, async (_, turn) => read(turn));
    const results = await Promise.allSettled(reads);
    const answered = results.filter(({ status }) => status === "fulfilled").length;
    return { answered, sent: sent(), milliseconds: performance.now() - started };
  });
}

function show({ answered, sent, milliseconds }: Outcome): string {
  return `${answered}/${sent} sent/${(milliseconds / 1_000).toFixed(1)} s`;
}

function rowOf(what: string, outcome: Outcome, most: number): Row {
  const { answered, sent, milliseconds } = outcome;
  return {
    what,
    ours: show(outcome),
    target: `60, ≤ ${most} sent, ≤ 6 s`,
    isMet: answered === READS && sent <= most && milliseconds <= LONGEST,
  };
}

/** A `fetch` that counts what it sends. */
interface Counted {
  readonly fetch: PlatformFetch;
  readonly sent: () => number;
}

/** Counts the requests of the runtime's own `fetch`; takes away headers of its answers by name. */
function countFetch(hidden: readonly string[] = []): Counted {
  let sent = 0;
  return {
    sent: () => sent,
    async fetch(input, init) {
      sent += 1;
      const response = await globalThis.fetch(input, init);
      if (hidden.length === 0) return response;
      const headers = new Headers(response.headers);
      for (const name of hidden) headers.delete(name);
      const { status } = response;
      return new Response(await response.arrayBuffer(), { status, headers });
    },
  };
}
