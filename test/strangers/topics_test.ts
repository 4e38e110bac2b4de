import { Ajv } from "ajv";
import { afterEach, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { asyncapiDocument } from "../../scripts/docs/asyncapi.ts";
import { ROOT } from "../../scripts/run_tool.ts";
import { loadSpecs } from "../../scripts/specs/specs.ts";
import type { DeltaTransaction } from "../../src/devnet/mod.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { TOPIC_VALIDATORS, type Topics } from "../../src/generated/service/topics.gen.ts";
import { TOPICS } from "../../src/generated/topics.gen.ts";
import {
  callHttp,
  type EventService,
  openEventService,
} from "../service/server/websocket/_event_service.ts";
import { SocketClient } from "../service/server/websocket/_socket_client.ts";

const NAMES = Object.keys(TOPICS) as (keyof Topics)[];
let opened: EventService | undefined;
afterEach(() => opened?.listener.close());

/** The AsyncAPI document, as a stranger's validator reads it. */
const asyncapi = new Ajv({ strict: false, validateFormats: false }).addSchema(
  asyncapiDocument(await loadSpecs(ROOT)),
  "asyncapi",
);

/** What AsyncAPI finds wrong with a notification, as a message of a topic. */
function faultsOf(message: string, params: unknown): string {
  const $ref = `asyncapi#/components/messages/${message}/payload`;
  const notification = { jsonrpc: "2.0", method: "chain_subscription", params };
  return asyncapi.validate({ $ref }, notification) ? "" : asyncapi.errorsText();
}

/** Events of delta that only a delegation and a proposal cause. */
async function stakeAndPropose({ origin }: EventService): Promise<void> {
  const [alice] = await devAccounts("delta");
  const list = await fetch(`${origin}/v1/delta/validators?limit=1`);
  const { data } = (await list.json()) as { data: { validators: { address: string }[] } };
  const validator = data.validators[0]?.address ?? "";
  if (!alice) throw new Error("No accounts");
  const bodies: ((nonce: number) => DeltaTransaction)[] = [
    (nonce) => ({ type: "delegate", validator, value: 10n ** 18n, nonce }),
    (nonce) => ({ type: "propose", title: "A title", description: "A text", nonce }),
  ];
  for (const bodyOf of bodies) {
    const found = await callHttp(origin, "delta", "account_getNonce", [alice.address]);
    const { signedTx } = await signTransaction(alice, bodyOf((found as { nonce: number }).nonce));
    await callHttp(origin, "delta", "tx_sendRawTransaction", [signedTx]);
  }
}

test.each(["alpha", "delta"] as const)(
  "each topic of the document tells of something on %s",
  async (chain) => {
    const service = await openEventService();
    opened = service;
    const client = await SocketClient.open(service.origin, chain);
    const topics = NAMES.filter((name) => TOPICS[name].chains.some((one) => one === chain));
    const ids = new Map<string, keyof Topics>();
    for (const topic of topics) {
      const { result } = await client.call("chain_subscribe", [topic]);
      ids.set((result as { subscription: string }).subscription, topic);
    }
    await service.pay(chain);
    if (chain === "delta") await stakeAndPropose(service);
    await service.service.produceBlock(chain);
    await service.service.reorganise(chain, 1);
    const seen = (): Set<string> =>
      new Set(client.events.map(({ subscription }) => ids.get(subscription) ?? ""));
    await client.until(() => seen().size === topics.length);
    for (const event of client.events) {
      const { subscription, result } = event;
      const topic = ids.get(subscription);
      expect(faultsOf("reorg" in result ? "reorgNotice" : `${topic}.event`, event)).toBe("");
      if ("reorg" in result) continue;
      expect(topic && safeParse(TOPIC_VALIDATORS[topic], result).error).toBeUndefined();
    }
  },
);
