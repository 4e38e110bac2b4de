import { afterEach, describe, expect, test } from "vitest";
import { LEAST_HEIGHT } from "../../src/chains/internal.ts";
import type { Segment } from "../../src/mod.ts";
import { createService, type Service } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { Opened } from "./_gateway.ts";

const opened = new Opened();
afterEach(() => opened.close());

/** A gateway on a clock of its own, and the requests that its upstream leaves unanswered. */
class Muted {
  readonly clock = new ManualClock(Date.now());
  readonly waiting: string[] = [];
  /** Whether a request, by its path and body, gets no answer. */
  isMute: (request: string) => boolean = () => false;

  open(origin: string, segments: readonly Segment[] = ["delta"]): Promise<Service> {
    const upstream = upstreamOf({
      ...{ endpoints: origin, tier: "Enterprise", clock: this.clock },
      fetch: (input, init) => {
        const { pathname, search } = new URL(String(input));
        const request = `${pathname}${search} ${String(init?.body)}`;
        if (!this.isMute(request)) return fetch(input, init);
        this.waiting.push(request);
        return new Promise(() => undefined);
      },
    });
    const parts = { segments, keylessTier: "Enterprise", log: () => undefined } as const;
    return this.clock.until(createService({ ...parts, upstream }));
  }

  /** Waits for a request without an answer. */
  async isAsked(): Promise<void> {
    await this.clock.untilTrue(() => this.waiting.length > 0);
  }
}

/** Sends a JSON-RPC call in process; resolves to the body of its answer. */
async function send(gateway: Service, method: string, params: unknown[]): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  return (await gateway.fetch("http://gateway.test/rpc/delta", init)).text();
}

async function opens(): Promise<{ muted: Muted; gateway: Service }> {
  const { origin } = await opened.service({ segments: ["delta"] });
  const muted = new Muted();
  const gateway = await muted.open(origin);
  return { muted, gateway };
}

describe("the close of a gateway ends at once, without a timer left,", () => {
  test("a submission that was sent: nobody knows what came of it", async () => {
    const { muted, gateway } = await opens();
    muted.isMute = (request) => request.includes("tx_sendRawTransaction");
    const answer = send(gateway, "tx_sendRawTransaction", ["0x00"]);
    await muted.isAsked();
    await gateway.close();
    expect(muted.clock.pending).toBe(0);
    expect(await answer).toContain("It is unknown whether the transaction was sent");
  });

  test("what it reads for its own events", async () => {
    const { origin, service } = await opened.service({ segments: ["delta"] });
    const muted = new Muted();
    muted.isMute = (request) => request.includes("order=desc");
    const gateway = await muted.open(origin);
    await service.produceBlock("delta");
    await muted.isAsked();
    await gateway.close();
    expect(muted.clock.pending).toBe(0);
  });

  test("a read that waits for a height", async () => {
    const { muted, gateway } = await opens();
    const headers = { [LEAST_HEIGHT]: "1000000" };
    const answer = gateway.fetch("http://gateway.test/v1/delta/chain/info", { headers });
    await muted.clock.advance(0);
    await gateway.close();
    expect(muted.clock.pending).toBe(0);
    expect((await answer).status).toBe(503);
  });

  test("the wait of one chain for its events, where another one is refused", async () => {
    const { origin } = await opened.service({ segments: ["delta"] });
    const muted = new Muted();
    await expect(muted.open(origin, ["delta", "alpha"])).rejects.toThrow(/alpha/);
    expect(muted.clock.pending).toBe(0);
  });
});
