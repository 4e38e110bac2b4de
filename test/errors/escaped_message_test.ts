import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { ORIGIN } from "../_client.ts";

const HOSTILE = "\u001b[2J\u009b7m\r\nready\u2028\u202e";
const meta = { timestamp: 1, requestId: "r" };

async function errorOf(status: number, text: string): Promise<Error> {
  const fetch = async (): Promise<Response> => new Response(text, { status });
  const delta = createClient("delta", { endpoints: ORIGIN, retries: 0, fetch });
  return delta.getChainInfo().then(
    () => new Error("it was no error"),
    (error: Error) => error,
  );
}

describe("the message of an error, which a runtime prints as it is, escapes what the service says in", () => {
  test.each([
    ["an error of REST", 400, { success: false, error: { code: "NEW", message: HOSTILE }, meta }],
    ["data of another shape", 200, { success: true, data: { version: HOSTILE }, meta }],
    ["JSON of another interface", 400, { message: HOSTILE }],
    ["no JSON", 400, HOSTILE],
  ])("%s", async (_, status, body) => {
    const error = await errorOf(status, typeof body === "string" ? body : JSON.stringify(body));
    expect(error.message).toContain("\\u001b[2J\\u009b7m\\");
    // With its stack and its causes.
    const printed = inspect(error);
    expect(printed).toContain(error.message);
    expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^ready/mu);
  });
});

test("the fields of an error hold what the service says as it came", async () => {
  const error = { code: HOSTILE, message: HOSTILE };
  const refusal = await errorOf(400, JSON.stringify({ success: false, error, meta }));
  expect(refusal).toMatchObject({ code: HOSTILE });
});
