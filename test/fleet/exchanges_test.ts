import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../../src/service/internal.ts";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import {
  chainsOf,
  type Contract,
  listFiles,
  loadContract,
  openPlace,
  parseExchange,
  type Place,
  processTarget,
  runExchange,
} from "../exchange_runner/mod.ts";
import { type Databases, openDatabases } from "../_postgres.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = join(ROOT, "test/exchanges");
const FILES = (await listFiles(FOLDER)).map((path) => ({
  path,
  text: readFileSync(join(FOLDER, path), "utf8"),
}));
/** 2026-11-21 12:00 UTC. */
const NOW = 1_795_262_400_000;
const CHAINS = ["delta", "alpha"] as const;

describe("a service on PostgreSQL answers as on SQLite", () => {
  let postgres: Databases;
  let listener: Listener;
  let contract: Contract;
  const places = new Map<string, Place>();
  const errors: string[] = [];
  beforeAll(async () => {
    [postgres, contract] = await Promise.all([openDatabases(), loadContract(ROOT)]);
    const store = postgres.url("exchanges");
    await migrate({ store, segments: CHAINS });
    const service = await createService({
      store,
      segments: CHAINS,
      mode: "manual",
      traffic: false,
      clock: () => NOW,
      log: (entry) => void (entry.level === "error" && errors.push(entry.message)),
      keylessTier: "Enterprise",
      keysPerDay: 1_000,
      keysPerAddress: 1_000,
    });
    listener = await listen(service, { port: 0, stopTimeout: 1_000 });
    const target = processTarget(service, listener.origin);
    for (const segment of CHAINS) {
      places.set(segment, await openPlace({ target, segment, devToken: service.devToken }));
    }
  });
  afterAll(async () => {
    await listener?.close();
  });

  for (const segment of CHAINS) {
    describe(segment, () => {
      // What both chains have is asked of delta alone.
      for (const { path, text } of FILES.filter((file) => chainsOf(file.text).at(-1) === segment)) {
        const { mempoolSize, tier } = parseExchange(text, segment);
        if (path.startsWith("dev_") || mempoolSize !== undefined || tier !== undefined) continue;
        test(path, async () => {
          const place = places.get(segment) as Place;
          expect(await runExchange(parseExchange(text, segment), place, contract)).toEqual([]);
        });
      }
    });
  }

  test("and never answers an internal error", () => {
    expect(errors).toEqual([]);
  });
});
