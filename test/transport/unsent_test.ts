import { createServer } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";

/** An address of this machine where nothing listens. */
async function closedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

async function usedAfter(options: Parameters<typeof createClient>[1]): Promise<number> {
  const client = createClient("delta", { tier: "Registered", ...options });
  await expect(client.getChainInfo({ retries: 1 })).rejects.toMatchObject({ code: "network" });
  const { limit, remaining } = client.budget().day;
  await client.close();
  return limit - remaining;
}

test("a request that no connection took counts against no quota, and one that went out does", async () => {
  expect(await usedAfter({ endpoints: await closedOrigin() })).toBe(0);
  const lost = (): Promise<Response> =>
    Promise.reject(
      new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNRESET" }) }),
    );
  expect(await usedAfter({ endpoints: "http://service.test", fetch: lost })).toBe(2);
});
