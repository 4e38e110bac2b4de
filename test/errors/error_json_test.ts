import { MessageChannel } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { type AlphadeltaError, createClient, type ErrorJson } from "../../src/mod.ts";
import {
  AmbiguousSubmissionError,
  BatchError,
  ContractError,
  NoReceiptError,
  QuotaExhaustedError,
  RestError,
  RpcError,
} from "../../src/errors/mod.ts";
import { toJson } from "../../src/units/mod.ts";
import { ORIGIN } from "../_client.ts";

const refused = new RpcError(-32000, "Transaction rejected", "bad signature", { attempts: 2 });

const ERRORS: readonly AlphadeltaError[] = [
  refused,
  new ContractError([{ path: "hash", message: "expected a hash" }], { cause: new Error("inner") }),
  new QuotaExhaustedError("the day's quota is spent", new Date(86_400_000), {}),
  new AmbiguousSubmissionError(
    { txHash: "0x01", nonce: 3 },
    () => Promise.reject(new Error("not called")),
    { cause: refused },
  ),
  new NoReceiptError(
    "timeout",
    {
      txHash: "0x01",
      evidence: [{ kind: "fault", operation: "getBlock", text: "failed", error: refused }],
    },
    {},
  ),
  new BatchError(
    [
      { ok: true, value: { balance: 7n } },
      { ok: false, error: refused },
    ],
    {},
  ),
];

describe("an error as JSON", () => {
  test.each(ERRORS)("$name crosses postMessage and JSON with its fields", async (error) => {
    const json = error.toJSON();
    expect(json).toMatchObject({
      name: error.name,
      message: error.message,
      code: error.code,
      attempts: error.attempts,
      retryable: error.retryable,
    });
    expect(JSON.parse(JSON.stringify(error))).toEqual(json);
    expect(await post(json)).toEqual(json);
    expect(JSON.stringify(error)).not.toContain("error_json_test");
  });

  test("holds what its class adds, its cause, and errors in it", () => {
    const [, contract, quota, ambiguous, noReceipt, batch] = ERRORS.map((error) => error.toJSON());
    expect(contract).toMatchObject({ issues: [{ path: "hash" }], cause: "inner" });
    expect(quota?.resetsAt).toBe("1970-01-02T00:00:00.000Z");
    expect(ambiguous).toMatchObject({ transaction: { nonce: 3 }, cause: { code: -32000 } });
    expect(ambiguous).not.toHaveProperty("reconcile");
    expect(noReceipt).toMatchObject({ evidence: [{ error: { data: "bad signature" } }] });
    expect(batch).toMatchObject({
      results: [{ value: { balance: "7" } }, { error: refused.toJSON() }],
    });
  });

  test("never holds the key, wherever a service repeats it", async () => {
    const apiKey = "ad_secret_0123456789abcdef";
    const client = createClient("delta", {
      endpoints: ORIGIN,
      apiKey,
      retries: 0,
      fetch: () =>
        Promise.resolve(
          Response.json(
            {
              success: false,
              error: { code: "NO", message: `no ${apiKey}` },
              meta: { requestId: apiKey },
            },
            { status: 400 },
          ),
        ),
    });
    const error: unknown = await client.getChainInfo().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RestError);
    expect(toJson(error)).not.toContain(apiKey);
    expect(toJson({ failed: error })).toContain('"name":"RestError"');
  });
});

/** What the other side of a channel receives. */
function post(message: ErrorJson): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port2.once("message", (received) => {
      port1.close();
      resolve(received);
    });
    port1.postMessage(message);
  });
}
