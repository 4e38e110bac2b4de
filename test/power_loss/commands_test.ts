import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openStoreFile } from "../../src/service/server/data_folder/open_store.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { runCli } from "../cli/_process.ts";
import { canLosePower, Disk } from "./_disk.ts";
import { IS_LONG, runOn, survivalOf } from "./_run.ts";

/** Losses of every moment, of the least that can be left and of more. */
const SURVIVALS = IS_LONG ? [0, 1, 3] : [0];
const LONG = IS_LONG ? 600_000 : 60_000;

/** A command, and what it leaves. */
interface Command {
  /** Its arguments; `folder` is on the disk. */
  readonly args: (folder: string) => readonly string[];
  /** Writes what is there before. */
  readonly prepare?: (folder: string) => Promise<void>;
  /** Checks what is there after a loss: all of it once the command is done, otherwise that or what was there before. */
  readonly judge: (folder: string, isDone: boolean, stdout: string) => Promise<void>;
}

/** Cuts the power before each synchronisation of a command, and after its end; without `IS_LONG` after its end alone. */
async function loseAtEveryMoment({ args, prepare, judge }: Command): Promise<void> {
  let isDone = false;
  for (let at = IS_LONG ? 1 : undefined; !isDone; at = at === undefined ? at : at + 1) {
    for (const survival of SURVIVALS) {
      const disk = new Disk();
      try {
        await prepare?.(disk.folder);
        disk.synchronise();
        const { code, stdout, stderr } = await runOn(disk, args(disk.folder), at).ended;
        isDone = code === 0;
        if (code !== null) expect([code, stderr]).toEqual([0, expect.any(String)]);
        disk.losePower(survivalOf(survival));
        await judge(disk.folder, isDone, stdout);
      } finally {
        disk.remove();
      }
    }
  }
}

async function output(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(...args).ended;
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

interface Listed {
  readonly id: string;
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
}

async function keysIn(folder: string): Promise<Listed[]> {
  const data = join(folder, "data");
  if (!existsSync(join(data, "keys.sqlite"))) return [];
  return JSON.parse(await output("key", "list", "--data", data, "--json")) as Listed[];
}

const ISSUE = ["key", "issue", "--email", "ann@example.org", "--json", "--data"];

describe.skipIf(!canLosePower)("after a loss of power", { timeout: LONG }, () => {
  let service: TestService<"delta">;
  beforeAll(async () => {
    service = await startService({ segments: ["delta"], history: 120 });
  });
  afterAll(() => service?.close());

  test("a setting is there, or the one before it", () =>
    loseAtEveryMoment({
      args: () => ["config", "set", "tier", "Enterprise"],
      async judge(folder, isDone) {
        const path = join(folder, "settings", "alphadelta", "config.json");
        const text = existsSync(path) ? readFileSync(path, "utf8") : "{}";
        const allowed = isDone ? [{ tier: "Enterprise" }] : [{ tier: "Enterprise" }, {}];
        expect(allowed).toContainEqual(JSON.parse(text));
      },
    }));

  test("a key that was issued is there", () =>
    loseAtEveryMoment({
      args: (folder) => [...ISSUE, join(folder, "data")],
      async judge(folder, isDone, stdout) {
        const keys = await keysIn(folder);
        if (isDone) expect(keys.map(({ id }) => id)).toEqual([JSON.parse(stdout).id]);
      },
    }));

  test("a key that was revoked is revoked", () => {
    let id = "";
    return loseAtEveryMoment({
      async prepare(folder) {
        ({ id } = JSON.parse(await output(...ISSUE, join(folder, "data"))));
      },
      args: (folder) => ["key", "revoke", id, "--data", join(folder, "data"), "--json"],
      async judge(folder, isDone) {
        const [key, ...others] = await keysIn(folder);
        expect([key?.id, others]).toEqual([id, []]);
        if (isDone) expect(key?.revokedAt).not.toBe(null);
      },
    });
  });

  test("a key that was rotated has an end, and the one in its place is there", () => {
    let id = "";
    return loseAtEveryMoment({
      async prepare(folder) {
        ({ id } = JSON.parse(await output(...ISSUE, join(folder, "data"))));
      },
      args: (folder) => ["key", "rotate", id, "--data", join(folder, "data"), "--json"],
      async judge(folder, isDone, stdout) {
        const [old, next] = await keysIn(folder);
        expect(old?.id).toBe(id);
        if (!isDone) return;
        expect(old?.expiresAt).not.toBe(null);
        expect(next?.id).toBe(JSON.parse(stdout).id);
      },
    });
  });

  test("a chain that was copied is whole, or not there", () =>
    loseAtEveryMoment({
      prepare: (folder) => makeChain(join(folder, "from")),
      args: (folder) => copyIn(folder),
      async judge(folder, isDone) {
        if (!isDone && !(await hasChain(join(folder, "data", "delta.sqlite"))))
          expect(await output(...copyIn(folder))).toContain("11 blocks");
        expect(await output("check", "--data", join(folder, "data"))).toBe("delta: sound\n");
      },
    }));

  test("a backup is whole, or not there", () => {
    const args = (folder: string): string[] => [
      ...["backup", "--data", join(folder, "from"), "--to", join(folder, "to")],
    ];
    return loseAtEveryMoment({
      prepare: (folder) => makeChain(join(folder, "from")),
      args,
      async judge(folder, isDone) {
        const file = join(folder, "to", "delta.sqlite");
        if (!isDone && !existsSync(file)) expect(await output(...args(folder))).toContain(file);
        expect(await output("check", "--data", join(folder, "to"))).toBe("delta: sound\n");
      },
    });
  });

  test("an export is whole, or goes on", () => {
    const args = (folder: string): string[] => [
      ...["export", "blocks", "--chain", "delta", "--tier", "Enterprise", "--from", "0"],
      ...["--to", "120", "--endpoint", service.url, "--out", join(folder, "out.ndjson")],
    ];
    return loseAtEveryMoment({
      args,
      async judge(folder, isDone) {
        if (!isDone) expect((await runCli(...args(folder)).ended).code).toBe(0);
        const lines = readFileSync(join(folder, "out.ndjson"), "utf8").split("\n").slice(0, -1);
        const heights = lines.map((line) => (JSON.parse(line) as { number: number }).number);
        expect(heights).toEqual(Array.from({ length: 121 }, (_, height) => height));
        if (!isDone) expect(readdirSync(folder).toSorted()).toEqual(["out.ndjson"]);
      },
    });
  });

  function copyIn(folder: string): string[] {
    return ["copy", "--from", join(folder, "from"), "--to", join(folder, "data")];
  }

  async function hasChain(path: string): Promise<boolean> {
    const store = openStoreFile(path);
    const head = await store.head();
    await store.close();
    return head !== undefined;
  }

  /** A folder with a chain of 11 blocks. */
  async function makeChain(data: string): Promise<void> {
    mkdirSync(data);
    const flags = ["--port", "0", "--chain", "delta", "--history", "10", "--mode", "manual"];
    const running = runCli("serve", ...flags, "--data", data);
    await running.printed(/up at/);
    running.kill();
    await running.ended;
    const store = openStoreFile(join(data, "delta.sqlite"));
    expect((await store.head())?.block.height).toBe(10);
    await store.close();
  }
});
