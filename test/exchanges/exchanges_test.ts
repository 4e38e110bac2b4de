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
import { type Segment, SEGMENTS } from "../../src/chains/mod.ts";
import { REST_ERRORS, RPC_ERRORS } from "../../src/generated/errors.gen.ts";
import { METHODS, SIMPLIFIED_CALLS } from "../../src/generated/service/methods.gen.ts";
import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import { createService, type Service } from "../../src/service/mod.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(FOLDER));
const PATHS = await listFiles(FOLDER);
const FILES = PATHS.map((path) => ({ path, text: readFileSync(join(FOLDER, path), "utf8") }));
/** 2026-11-21 12:00 UTC. */
const NOW = 1_795_262_400_000;

/** Codes that no request reaches: the service has no limits and no WebSocket, and no method fails inside. */
const UNREACHED = ["RATE_LIMITED", -32603, -32004, -32005];

let service: Service;
let contract: Contract;
const places = new Map<Segment, Place>();
const errors: string[] = [];

beforeAll(async () => {
  service = await createService({
    history: 300,
    automatic: false,
    traffic: false,
    clock: () => NOW,
    onError: (error) => errors.push(error instanceof Error ? error.message : String(error)),
  });
  contract = await loadContract(ROOT);
  const target = processTarget(service);
  for (const segment of service.segments) places.set(segment, await openPlace({ target, segment }));
});

afterAll(() => service.close());

for (const segment of Object.keys(SEGMENTS) as Segment[]) {
  describe(segment, () => {
    const { chain } = SEGMENTS[segment];
    for (const { path, text } of FILES.filter((file) => chainsOf(file.text).includes(chain))) {
      test(path, async () => {
        const place = places.get(segment);
        if (!place) throw new Error(`${segment} is not served`);
        expect(await runExchange(parseExchange(text, chain), place, contract)).toEqual([]);
      });
    }
  });
}

test("The service fails inside only where something is not built yet", () => {
  expect(new Set(errors)).toEqual(new Set(["Not built yet"]));
});

test("Every operation, method and simplified call has a folder of cases", () => {
  const names = [
    ...Object.keys(OPERATIONS),
    ...Object.keys(METHODS),
    ...Object.keys(SIMPLIFIED_CALLS).map((name) => `simplified_${name}`),
  ];
  const folders = new Set(PATHS.map((path) => dirname(path)));
  expect(names.filter((name) => !folders.has(name))).toEqual([]);
  const general = ["json_rpc", "rest"];
  expect([...folders].filter((name) => !names.includes(name) && !general.includes(name))).toEqual(
    [],
  );
});

test("Every error code that can be reached is the answer of some case", () => {
  const all = FILES.map(({ text }) => text).join("\n");
  const codes = [
    ...Object.keys(REST_ERRORS).map((code) => [code, `"code": "${code}"`] as const),
    ...Object.values(RPC_ERRORS).map(({ code }) => [code, `"code": ${code},`] as const),
  ];
  const missing = codes.filter(([, text]) => !all.includes(text)).map(([code]) => code);
  expect(missing).toEqual(UNREACHED);
});
