import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import type { Segment } from "../../src/chains/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { IS_WHOLE } from "../_suites.ts";
import { type Gateway, openGateway } from "./_served.ts";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = join(ROOT, "test/exchanges");
const FILES = (await listFiles(FOLDER)).map((path) => ({
  path,
  text: readFileSync(join(FOLDER, path), "utf8"),
}));
const CHAINS = ["delta", "alpha"] as const;

/** What both chains have is asked of delta alone where not all tests run, as of a fleet. */
function isAskedOf(segment: (typeof CHAINS)[number], text: string): boolean {
  const chains = chainsOf(text);
  return IS_WHOLE ? chains.includes(segment) : chains.at(-1) === segment;
}

describe("a gateway answers as the service behind it", () => {
  let gateway: Gateway;
  let contract: Contract;
  const places = new Map<string, Place>();
  const errors: string[] = [];
  beforeAll(async () => {
    contract = await loadContract(ROOT);
    gateway = await openGateway({
      clock: SYSTEM_CLOCK,
      behind: { segments: CHAINS, history: 210 },
      gateway: {
        keysPerDay: 1_000,
        keysPerAddress: 1_000,
        log: (entry) => void (entry.level === "error" && errors.push(entry.message)),
      },
    });
    const { origin } = await gateway.listen();
    const { fetch } = gateway.service;
    async function produceBlock(segment: Segment): Promise<void> {
      await gateway.upstream.produceBlock(segment);
      await gateway.caughtUp();
    }
    const target = processTarget({ fetch, produceBlock }, origin);
    for (const segment of CHAINS) places.set(segment, await openPlace({ target, segment }));
  });
  afterAll(() => gateway.close());

  for (const segment of CHAINS) {
    describe(segment, () => {
      for (const { path, text } of FILES.filter((file) => isAskedOf(segment, file.text))) {
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
