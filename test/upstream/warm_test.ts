import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import type { Ended, Running } from "../cli/_process.ts";
import { runCli } from "../cli/_process.ts";
import { runInProcess } from "../cli/_run_in_process.ts";

const LAST = IS_WHOLE ? 600 : 120;

let folder: string;
/** It is only read from. */
let upstream: Listener;
/** Requests that the upstream got for each block. */
let asked: Map<string, number>;
let gateway: Running | undefined;

beforeAll(async () => {
  const service = await createService({
    ...{ segments: ["delta"], history: LAST, mode: "manual", keylessTier: "Enterprise" },
    logRequests: true,
    log(entry) {
      const { path = "" } = entry as { path?: string };
      if (/\/blocks\/\d+$/.test(path)) asked.set(path, (asked.get(path) ?? 0) + 1);
    },
  });
  upstream = await listen(service, { port: 0, stopTimeout: 500 });
});
afterAll(() => upstream.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "warm-"));
  asked = new Map();
});
afterEach(async () => {
  gateway?.kill();
  await gateway?.ended;
  gateway = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a gateway, as a process of its own; returns its address. */
async function start(port = "0"): Promise<string> {
  const own = ["--chain", "delta", "--data", join(folder, "cache"), "--port", port];
  const tiers = ["--keyless-tier", "Enterprise", "--upstream-tier", "Enterprise"];
  gateway = runCli("serve", "--upstream", upstream.origin, ...own, ...tiers);
  const [, origin = ""] = await gateway.printed(/up at (http:\/\/127\.0\.0\.1:\d+)/);
  return origin;
}

function warm(endpoint: string, ...args: readonly string[]): Promise<Ended> {
  const env = { XDG_CONFIG_HOME: folder, ALPHADELTA_CHAIN: "delta" };
  return runInProcess(["warm", ...args, "--endpoint", endpoint], { env });
}

/** Where the gateway answers a block from. */
async function sourceOf(origin: string, height: number): Promise<string | null> {
  const response = await fetch(`${origin}/v1/delta/blocks/${height}`);
  return response.headers.get("Cache-Status");
}

test.runIf(IS_WHOLE)(
  "a gateway that is killed while it is warmed loses nothing, and few requests are repeated",
  async () => {
    const origin = await start();
    const warming = warm(origin, "--from", "0", "--to", "head");
    while (asked.size < LAST / 4) await new Promise((resolve) => setTimeout(resolve, 2));
    gateway?.kill("SIGKILL");
    await gateway?.ended;
    expect(asked.size).toBeLessThan(LAST);
    await start(new URL(origin).port);
    expect(await warming).toMatchObject({ code: 0, stdout: "" });
    for (let height = 0; height <= LAST; height++)
      expect([height, await sourceOf(origin, height)]).toEqual([height, "alphadelta; hit"]);
    expect(asked.size).toBe(LAST + 1);
    // Only those under way at its end.
    expect([...asked.values()].every((count) => count <= 2)).toBe(true);
  },
);

describe("warm", () => {
  test("resumes where it was interrupted, and begins anew with --restart", async () => {
    const origin = await start();
    expect((await warm(origin, "--to", "99")).code).toBe(0);
    const further = await warm(origin);
    expect(further.stderr).toContain("Resuming at block 100.");
    expect(further.stderr).toContain(`At most ${LAST - 99} blocks in ${LAST - 99} requests`);
    expect(asked.size).toBe(LAST + 1);
    const again = await warm(origin, "--dry-run", "--json", "--restart");
    expect(JSON.parse(again.stdout)).toMatchObject({ items: LAST + 1, requests: LAST + 1 });
  });

  test("refuses a service that is no gateway", async () => {
    const { code, stderr } = await warm(upstream.origin);
    expect(stderr).toMatch(/^error: Cannot warm http:.*: it is no gateway; start one with/);
    expect(code).toBe(2);
  });
});
