import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  chainsOf,
  type Contract,
  type Exchange,
  listFiles,
  loadContract,
  openPlace,
  parseExchange,
  type Place,
  processTarget,
  runExchange,
} from "../exchange_runner/mod.ts";
import { resolveEndpoints, type Segment, SEGMENTS } from "../../src/chains/mod.ts";
import { REST_ERRORS, RPC_ERRORS } from "../../src/generated/errors.gen.ts";
import {
  DEV_METHODS,
  METHODS,
  SIMPLIFIED_CALLS,
  SOCKET_METHODS,
} from "../../src/generated/service/methods.gen.ts";
import type { Tier } from "../../src/generated/tiers.gen.ts";
import { OPERATIONS } from "../../src/generated/service/operations.gen.ts";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { watchParameters } from "./_watch_parameters.ts";

const FOLDER = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(FOLDER));
const PATHS = await listFiles(FOLDER);
const FILES = PATHS.map((path) => ({ path, text: readFileSync(join(FOLDER, path), "utf8") }));
/** 2026-11-21 12:00 UTC. */
const NOW = 1_795_262_400_000;

/** Codes that no request here reaches: nothing fails inside. */
const UNREACHED = ["INTERNAL_ERROR", -32603];

const DEV_TOKEN = "token-of-the-exchanges";

/** Cases that move the chain about, or make others fail, have a service of their own. */
function isDev(path: string): boolean {
  return path.startsWith("dev_");
}

/** Services by how many transactions may wait in them; undefined for as many as by default. */
const MEMPOOLS = [undefined, 1] as const;

/** Testnets differ from mainnets in names and prefixes alone, which their own tests look at. */
const ASKED = (Object.keys(SEGMENTS) as Segment[]).filter(
  (segment) => IS_WHOLE || SEGMENTS[segment].network === "mainnet",
);

const unreadParameters = watchParameters();
const listeners: Listener[] = [];
let contract: Contract;
const places = new Map<string, Place>();
const errors: string[] = [];

/** Milliseconds for what takes seconds, on a machine that does much else. */
const SLOW = 60_000;

beforeAll(async () => {
  contract = await loadContract(ROOT);
  for (const mempoolSize of [...MEMPOOLS, "dev"] as const) {
    const isSmall = mempoolSize !== undefined;
    const service = await createService({
      segments: ASKED,
      history: isSmall ? 30 : 210,
      mode: "manual",
      traffic: false,
      clock: () => NOW,
      log: (entry) => void (entry.level === "error" && errors.push(entry.message)),
      keylessTier: "Enterprise",
      keysPerDay: 1_000,
      keysPerAddress: 1_000,
      ...(mempoolSize === "dev" && { dev: { token: DEV_TOKEN } }),
      ...(typeof mempoolSize === "number" && { mempoolSize }),
    });
    const listener = await listen(service, { port: 0, stopTimeout: 1_000 });
    listeners.push(listener);
    const target = processTarget(service, listener.origin);
    for (const segment of service.segments) {
      places.set(
        `${segment} ${mempoolSize}`,
        await openPlace({ target, segment, devToken: service.devToken }),
      );
    }
  }
}, SLOW);

afterAll(() => Promise.all(listeners.map((listener) => listener.close())));

for (const segment of ASKED) {
  describe(segment, () => {
    const { chain } = SEGMENTS[segment];
    for (const { path, text } of FILES.filter((file) => chainsOf(file.text).includes(chain))) {
      test(path, async () => {
        const exchange = parseExchange(text, chain);
        const { mempoolSize, tier } = exchange;
        if (tier !== undefined) return await runWithTier(exchange, tier, segment);
        const place = places.get(`${segment} ${isDev(path) ? "dev" : mempoolSize}`);
        if (!place) throw new Error(`${segment} is not served with a mempool of ${mempoolSize}`);
        expect(await runExchange(exchange, place, contract)).toEqual([]);
      });
    }
  });
}

/** In a service of its own: what is spent there is no other case's. */
async function runWithTier(exchange: Exchange, tier: Tier, segment: Segment): Promise<void> {
  const known = places.get(`${segment} undefined`);
  if (!known) throw new Error(`${segment} is not served`);
  const service = await createService({
    segments: [segment],
    history: 3,
    mode: "manual",
    traffic: false,
    clock: () => NOW,
    keylessTier: tier,
  });
  const listener = await listen(service, { port: 0, stopTimeout: 1_000 });
  const target = processTarget(service, listener.origin);
  const { ws: socketUrl } = resolveEndpoints(segment, listener.origin);
  try {
    expect(await runExchange(exchange, { ...known, target, socketUrl }, contract)).toEqual([]);
  } finally {
    await listener.close();
  }
}

test("The service never answers an internal error", () => {
  expect(errors).toEqual([]);
});

test("Every parameter is read by its handler", () => {
  expect(unreadParameters()).toEqual([]);
});

test("Every operation, method and simplified call has a folder of cases", () => {
  const names = [
    ...Object.keys(OPERATIONS),
    ...Object.keys(METHODS),
    ...Object.keys(SOCKET_METHODS),
    ...Object.keys(DEV_METHODS),
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
  const earned = FILES.filter(({ path }) => !isDev(path));
  const all = earned.map(({ text }) => text).join("\n");
  const codes = [
    ...Object.keys(REST_ERRORS).map((code) => [code, `"code": "${code}"`] as const),
    ...Object.values(RPC_ERRORS).map(({ code }) => [code, `"code": ${code},`] as const),
  ];
  const missing = codes.filter(([, text]) => !all.includes(text)).map(([code]) => code);
  expect(missing).toEqual(UNREACHED);
});
