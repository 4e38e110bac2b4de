import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openStoreFile } from "../../src/service/server/data_folder/open_store.ts";
import { readHashes } from "../service/chain/store/_blocks.ts";
import { runCli, type Running } from "./_process.ts";
import { Submitter } from "./_submitter.ts";

/** `npm run test:crash` asks for more. */
const ROUNDS = Number(process.env["CRASH_ROUNDS"] ?? 3);
const UP = /up at (http:\/\/127\.0\.0\.1:\d+)/;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crash-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function serve(data: string, ...flags: readonly string[]): Running {
  const own = ["--port", "0", "--chain", "delta", "--keyless-tier", "Enterprise", "--data", data];
  return runCli("serve", ...own, ...flags);
}

/** A small deterministic generator (Park and Miller). */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

async function killAfter(running: Running, milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  running.kill("SIGKILL");
  const { stderr } = await running.ended;
  expect(stderr).toBe("");
}

test(
  `nothing acknowledged is lost or doubled when a busy service is killed ${ROUNDS} times`,
  async () => {
    const data = join(folder, "busy");
    const random = createRandom(42);
    const submitter = await Submitter.open();
    for (let round = 1; round <= ROUNDS || isShort(submitter); round++) {
      const running = serve(data, "--history", "0", "--block-time", "0.1");
      // Every fifth one is killed while it starts.
      if (round % 5 === 0) {
        await killAfter(running, random(400));
        continue;
      }
      const [, origin = ""] = await running.printed(UP);
      await submitter.verify(origin);
      await Promise.all([submitter.run(origin), killAfter(running, 20 + random(350))]);
    }
    await expectAllKept(data, submitter);
  },
  20_000 + ROUNDS * 4_000,
);

/** Tells whether too little was acknowledged to tell anything by: a slow machine takes a few rounds more. */
function isShort({ acknowledged }: Submitter): boolean {
  const inBlocks = [...acknowledged.values()].filter((place) => place);
  return acknowledged.size <= ROUNDS * 5 || inBlocks.length <= ROUNDS;
}

async function expectAllKept(data: string, { acknowledged, head }: Submitter): Promise<void> {
  const store = openStoreFile(join(data, "delta.sqlite"));
  const height = (await store.head())?.block.height ?? -1;
  const times = new Map<string, number>();
  for (let at = 0; at <= height; at++) {
    const block = (await store.findBlock(at))?.block.hash ?? "";
    for (const hash of await readHashes(store, block)) times.set(hash, (times.get(hash) ?? 0) + 1);
  }
  for (const { hash } of await store.listPending()) times.set(hash, (times.get(hash) ?? 0) + 1);
  await store.close();
  expect(height).toBeGreaterThanOrEqual(head.blockNumber);
  expect([...times].filter(([, count]) => count !== 1)).toEqual([]);
  expect([...acknowledged.keys()].filter((hash) => !times.has(hash))).toEqual([]);
  const checked = await runCli("check", "--data", data).ended;
  expect(checked).toEqual({ code: 0, stdout: "delta: sound\n", stderr: "" });
}

test("a start that is killed while it writes the history is completed by the next", async () => {
  const data = join(folder, "first");
  const path = join(data, "delta.sqlite");
  const first = serve(data, "--history", "5000");
  for (let wait = 0; !existsSync(path) && wait < 1_000; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await killAfter(first, 300);
  const store = openStoreFile(path);
  expect(await store.head()).toBeUndefined();
  await store.close();

  const second = serve(data, "--history", "20", "--block-time", "7");
  await second.printed(UP);
  second.kill();
  await second.ended;
  const again = openStoreFile(path);
  const blocks = Array.from({ length: 21 }, (_, height) => again.findBlock(height));
  const times = (await Promise.all(blocks)).map((found) => found?.block.timestamp ?? 0);
  await again.close();
  expect(times.map((time, index) => time - (times[index - 1] ?? time - 7))).toEqual(
    Array(21).fill(7),
  );
});
