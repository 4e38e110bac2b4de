import { createClient } from "../../src/mod.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";
import { loadViem } from "../rivals/viem.ts";
import type { Row } from "../_table.ts";
import { ADDRESS, JSON_HEADERS, ORIGIN } from "./stub.ts";

const CALLS = 10;

interface Call {
  readonly id: number;
  readonly params: readonly [address: string, height: number];
}

interface Reply {
  readonly id: number | null;
  readonly result?: unknown;
  readonly error?: unknown;
}

type Balance = (height: number) => Promise<unknown>;

/** Faults in the replies of a batch. */
const ANSWERS: readonly ((replies: Reply[]) => Reply[])[] = [
  (replies) => replies.toReversed(),
  (replies) => [...replies.slice(5), ...replies.slice(0, 5)],
  (replies) => replies.filter((_, index) => index !== 3),
  (replies) => replies.slice(4),
  (replies) => replies.map((reply, index) => (index === 2 ? refused() : reply)),
  (replies) => replies.map((reply, index) => (index % 3 === 0 ? refused() : reply)),
  (replies) => replies.map((reply, index) => (index === 6 ? { ...reply, id: null } : reply)),
  (replies) => replies.map((reply, index) => (index === 1 ? (replies[0] ?? reply) : reply)),
];

/** Batches whose replies come shuffled, are short, or have no id: how many calls get what is another's. */
export async function benchPairing(): Promise<readonly Row[]> {
  const viem = await loadViem();
  let ours = { wrong: 0, answered: 0 };
  let theirs = { wrong: 0, answered: 0 };
  for (const change of ANSWERS) {
    const fetch = fetchWith(change);
    const client = createClient("delta", {
      endpoints: ORIGIN,
      fetch,
      batch: true,
      tier: "Enterprise",
    });
    ours = await count(ours, (height) => client.rpc.account_getBalance(ADDRESS, height));
    const { balance } = viem.make({ origin: ORIGIN, fetch, batches: true, isOnce: true });
    theirs = await count(theirs, async (height) => balance?.(ADDRESS, height));
  }
  const show = ({ wrong, answered }: typeof ours): string => `${wrong} of ${answered}`;
  return [
    {
      what: `wrong pairing, ${ANSWERS.length} odd batches`,
      ours: show(ours),
      target: "0",
      isMet: ours.wrong === 0 && ours.answered > 0,
      rivals: { viem: show(theirs) },
    },
  ];
}

async function count(
  { wrong, answered }: { readonly wrong: number; readonly answered: number },
  balance: Balance,
): Promise<{ wrong: number; answered: number }> {
  const calls = Array.from({ length: CALLS }, async (_, height) => ({
    height,
    found: (await balance(height)) as { readonly blockNumber: number },
  }));
  const results = await Promise.allSettled(calls);
  const values = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const mixed = values.filter(({ height, found }) => found.blockNumber !== height);
  return { wrong: wrong + mixed.length, answered: answered + values.length };
}

/** Each balance tells the height it was asked for; a call by itself is answered as it should be. */
function fetchWith(change: (replies: Reply[]) => Reply[]): PlatformFetch {
  return async (_, init) => {
    const asked = JSON.parse(init?.body as string) as Call | Call[];
    const answer = Array.isArray(asked) ? change(asked.map(replyTo)) : replyTo(asked);
    return new Response(JSON.stringify(answer), { headers: JSON_HEADERS });
  };
}

function replyTo({ id, params }: Call): Reply {
  const [address, blockNumber] = params;
  return { id, result: { address, balance: "1", nonce: 0, blockNumber } };
}

function refused(): Reply {
  return { id: null, error: { code: -32600, message: "Invalid request" } };
}
