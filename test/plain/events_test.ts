import { afterEach, describe, expect, test } from "vitest";
import type { TopicName } from "../../src/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { type PlainOptions, PlainService } from "../plain_service.ts";
import { connectPlain, errorOf } from "./_connect.ts";

const closes: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).toReversed()) await close();
});

/** A service with nine blocks, and a client whose time passes while it waits. */
async function open(options: PlainOptions = {}) {
  const plain = await PlainService.open(options);
  const clock = new ManualClock();
  const causes: string[] = [];
  const events = {
    onFallback: (topic: TopicName, { message }: Error) => causes.push(`${topic}: ${message}`),
  };
  const delta = connectPlain(plain, "delta", { clock, events });
  closes.push(
    () => plain.close(),
    () => delta.close(),
  );
  const take = async (stream: AsyncIterator<unknown>, count: number): Promise<unknown[]> => {
    const found: unknown[] = [];
    while (found.length < count) found.push((await clock.until(stream.next(), 100)).value);
    return found;
  };
  return { plain, chain: plain.chain("delta"), delta, causes, take };
}

describe.each(["unknown", "other"] as const)(
  "where a subscription is answered: %s",
  (subscribe) => {
    test("blocks are polled from a height on, and as they come", async () => {
      const { chain, delta, causes, take } = await open({ subscribe });
      const stream = delta.events.subscribe("blocks", {}, { fromHeight: 8 });
      const past = await take(stream, 2);
      expect(past).toMatchObject([
        { topic: "blocks", cursor: null, data: { number: 8, hash: chain.blocks[7]?.hash } },
        { data: { number: 9, txCount: 1, validator: chain.validator } },
      ]);
      chain.mine();
      expect(await take(stream, 1)).toMatchObject([
        { data: { number: 10, hash: chain.head.hash } },
      ]);
      expect([stream.transport, stream.state]).toEqual(["polling", "polling"]);
      expect(causes).toHaveLength(1);
      expect(causes[0]).toMatch(/^blocks: The service has no subscriptions: /);
    });

    test("blocks are polled from now on", async () => {
      const { chain, delta, take } = await open({ subscribe });
      const stream = delta.events.subscribe("blocks");
      await stream.ready;
      chain.mine();
      expect(await take(stream, 1)).toMatchObject([{ data: { number: 10 } }]);
    });

    test("a topic that cannot be polled rejects with the answer", async () => {
      const { delta } = await open({ subscribe });
      const error = await errorOf(delta.events.subscribe("validators").next());
      const isTold =
        subscribe === "unknown"
          ? isAlphadeltaError(error, "RpcError") && error.code
          : isAlphadeltaError(error, "ContractError");
      expect(isTold).toBe(subscribe === "unknown" ? -32601 : true);
    });
  },
);

test("transactions are polled whole, though the lists have something else", async () => {
  const { chain, delta, take } = await open();
  const stream = delta.events.subscribe("transactions", { address: chain.bob }, { fromHeight: 9 });
  const [one] = chain.head.transactions;
  expect(await take(stream, 1)).toMatchObject([
    {
      topic: "transactions",
      data: { hash: one?.hash, blockNumber: 9, value: 13n, type: "transfer" },
    },
  ]);
  chain.submit(chain.sign(70n));
  chain.submit(chain.sign(71n, 10));
  chain.mine();
  expect(await take(stream, 2)).toMatchObject([{ data: { value: 70n } }, { data: { value: 71n } }]);
});

test("the activity of accounts is polled, and its list changes", async () => {
  const { chain, delta, take } = await open();
  const activity = delta.events.accountActivity({ addresses: [] }, { fromHeight: 9 });
  await activity.add([chain.bob]);
  expect(await take(activity, 1)).toMatchObject([{ data: { to: chain.bob, value: 13n } }]);
});
