import { describe, expect, test } from "vitest";
import { readFile } from "node:fs/promises";
import { createService, listen } from "../../../src/service/mod.ts";
import {
  LISTEN_DEFAULTS,
  LISTEN_ROWS,
  type Row,
  SERVICE_DEFAULTS,
  SERVICE_ROWS,
} from "../../../src/service/options/mod.ts";

type Case = readonly [options: object, kind: typeof TypeError | typeof RangeError, message: string];

const SERVICE: readonly Case[] = [
  [{ blockTime: "2" }, TypeError, 'blockTime must be a number above 0 and at most 86400, got "2"'],
  [{ blockTime: 0 }, RangeError, "blockTime must be a number above 0 and at most 86400, got 0"],
  [{ seed: 1.5 }, RangeError, "seed must be a whole number from 0 to 9007199254740991, got 1.5"],
  [{ history: -1 }, RangeError, "history must be a whole number from 0 to 1000000, got -1"],
  [{ traffic: "no" }, TypeError, 'traffic must be true or false, got "no"'],
  [{ mode: "fast" }, RangeError, 'mode must be one of interval, manual, on-submit, got "fast"'],
  [
    { mempoolSize: NaN },
    RangeError,
    "mempoolSize must be a whole number from 1 to 1000000, got NaN",
  ],
  [
    { store: "postgres://db", durability: "relaxed" },
    TypeError,
    "the database persists the chains, leave out durability",
  ],
  [
    { store: "postgres://db", data: "chains", durability: "full" },
    TypeError,
    "the database persists the chains, leave out data, durability",
  ],
  [{ data: "" }, RangeError, 'data must be a non-empty string, got ""'],
  [{ data: 7 }, TypeError, "data must be a non-empty string, got 7"],
  [
    { keylessTier: "public" },
    RangeError,
    'keylessTier must be one of Public, Registered, Enterprise, got "public"',
  ],
  [
    { keysPerDay: null },
    TypeError,
    "keysPerDay must be a whole number from 0 to 1000000, got null",
  ],
  [
    { pagesPerSecond: 0 },
    RangeError,
    "pagesPerSecond must be a whole number from 1 to 1000000, got 0",
  ],
  [
    { trustedProxies: ["proxy.test"] },
    RangeError,
    'trustedProxies must be a list of IP addresses or ranges of them, such as 10.0.0.0/8, each once, got ["proxy.test"]',
  ],
  [{ trustedProxies: "10.0.0.1" }, TypeError, "trustedProxies must be a list of IP addresses"],
  [{ segments: ["gamma"] }, RangeError, "segments must be a list of alpha, alpha-testnet, delta"],
  [{ segments: ["delta", "delta"] }, RangeError, 'each once, got ["delta","delta"]'],
  [{ maximumSubjects: 0 }, RangeError, "maximumSubjects must be a whole number from 1 to 10000000"],
  [
    { eventRetention: 999 },
    RangeError,
    "eventRetention must be a number of events from 1000 to 1000000000, or an age from 1m to 3650d such as 7d, 12h or 90m, got 999",
  ],
  [{ eventRetention: "7 days" }, RangeError, 'or 90m, got "7 days"'],
  [{ eventRetention: "0m" }, RangeError, 'or 90m, got "0m"'],
  [{ eventRetention: true }, TypeError, "or 90m, got true"],
  [{ clock: 5 }, TypeError, "clock must be a function, got 5"],
  [{ log: "errors" }, TypeError, 'log must be a function, got "errors"'],
  [
    { dev: "0123456789abcdef" },
    TypeError,
    "dev must be an object with an optional string `token`, got another value",
  ],
  [{ metricsOpen: 1 }, TypeError, "metricsOpen must be true or false, got 1"],
  [{ logRequests: 1 }, TypeError, "logRequests must be true or false, got 1"],
  [{ blocktime: 2 }, TypeError, "unknown option blocktime, expected segments, seed, blockTime"],
];

const LISTEN: readonly Case[] = [
  [{ port: "80" }, TypeError, 'port must be a whole number from 0 to 65535, got "80"'],
  [{ port: 70_000 }, RangeError, "port must be a whole number from 0 to 65535, got 70000"],
  [{ host: "" }, RangeError, 'host must be a non-empty string, got ""'],
  [{ pingInterval: 0 }, RangeError, "pingInterval must be a whole number from 1 to 2147483647"],
  [
    { stopTimeout: Infinity },
    RangeError,
    "stopTimeout must be a whole number from 1 to 2147483647",
  ],
  [{ timeout: 5 }, TypeError, "unknown option timeout, expected port, host"],
  [
    { headersTimeout: 60_000 },
    RangeError,
    "headersTimeout must be at most requestTimeout, 30000, got 60000",
  ],
];

describe("options from JavaScript", () => {
  test.each(SERVICE)("createService(%j) says what is wrong", async (options, kind, message) => {
    const opened = createService(options);
    await expect(opened).rejects.toThrow(kind);
    await expect(opened).rejects.toThrow(message);
  });

  test.each(LISTEN)("listen(%j) says what is wrong", async (options, kind, message) => {
    const service = await createService({ segments: [] });
    const listening = listen(service, options);
    await expect(listening).rejects.toThrow(kind);
    await expect(listening).rejects.toThrow(`Cannot listen: ${message}`);
    await service.close();
  });

  test("undefined is as left out", async () => {
    const service = await createService({ segments: [], seed: undefined as unknown as number });
    const listener = await listen(service, { port: 0, stopDelay: undefined as unknown as number });
    await listener.close();
  });
});

/** Defaults that a comment has in words. */
const IN_WORDS: Readonly<Record<string, string>> = {
  segments: "every segment of the specs",
  clock: "{Date.now}",
  drainBytes: "{128 MiB}",
};

/** The default in the comment on each row that has one. */
async function commentedDefaults(): Promise<Record<string, string>> {
  const files = ["chain", "service", "listen"].map((name) => `${name}_options.ts`);
  const texts = files.map((file) =>
    readFile(new URL(`../../../src/service/options/${file}`, import.meta.url), "utf8"),
  );
  const comments = (await Promise.all(texts))
    .join("\n")
    .matchAll(/@default ((?:\{[^}]*\}|.*?))(?:,.*)?(?: \*\/|\n +\*\/)\n +(\w+): /g);
  return Object.fromEntries([...comments].map(([, value = "", name = ""]) => [name, value]));
}

test("the comments of the rows name the defaults", async () => {
  const commented = await commentedDefaults();
  for (const [name, value] of Object.entries({ ...SERVICE_DEFAULTS, ...LISTEN_DEFAULTS })) {
    const words = IN_WORDS[name] ?? `{${JSON.stringify(value)}}`;
    expect(`${name} ${commented[name]?.replace(/(?<=\d)_(?=\d)/g, "")}`).toBe(`${name} ${words}`);
  }
});

test("every default is a value that its row allows", () => {
  const rows: [string, Row<unknown>][] = Object.entries({ ...SERVICE_ROWS, ...LISTEN_ROWS });
  const wrong = rows.filter(
    ([, { default: value, ...row }]) =>
      value !== undefined && !(row.isKind(value) && row.isAllowed(value)),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
