import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SERVE_ROWS } from "../../src/cli/serve/serve_flags.ts";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { DEVNET_OPTIONS, type Row } from "../../src/service/options/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { runInProcess } from "../cli/_run_in_process.ts";

const NOWHERE = "http://127.0.0.1:2";
/** Options that say how a gateway serves, where it is, and who may use it: those that a devnet has too. */
const SHARED = [
  ...["port", "host", "metricsPort", "maximumConnections", "maximumConnectionsPerAddress"],
  ...["headersTimeout", "requestTimeout", "idleTimeout", "stopDelay"],
  ...[
    "stopTimeout",
    "segments",
    "data",
    "keylessTier",
    "keysPerDay",
    "keysPerAddress",
    "pagesPerSecond",
  ],
  ...[
    "trustedProxies",
    "maximumSubjects",
    "eventQueue",
    "eventRetention",
    "durability",
    "connectionsPerSubject",
    "addressesPerSubject",
    "maximumAddresses",
    "metricsOpen",
  ],
  ...["log", "stopWithParent", "settledAfter"],
];
const OF_GATEWAYS = ["endpoints", "tier", "serveStale", "reserveFor", "cacheBytes", "keyFile"];

/** A value that an option takes in a program; for a flag, as text. */
function valueOf(name: string): unknown {
  const { type, choices = [], ...row } = SERVE_ROWS.get(name) as Row<unknown>;
  const [, most = 0] = row.flagBounds ?? row.bounds ?? [];
  const values: Readonly<Record<string, unknown>> = {
    ...{ switch: true, choice: choices[0], tier: "Public", duration: 1_000 },
    ...{ "postgres URL": "postgres://127.0.0.1/x", "redis URL": "redis://127.0.0.1" },
  };
  return values[type] ?? most;
}

function flagOf(name: string): readonly string[] {
  const { flag = "", type } = SERVE_ROWS.get(name) as Row<unknown>;
  const [long = ""] = flag.split(" ");
  if (type === "switch") return [long];
  return [long, String(type === "duration" ? Number(valueOf(name)) / 1_000 : valueOf(name))];
}

describe("an option that only a devnet has is refused beside an upstream:", () => {
  const flags = [...SERVE_ROWS]
    .filter(([name, { flag }]) => flag && ![...SHARED, ...OF_GATEWAYS].includes(name))
    .map(([name]) => flagOf(name));

  test("each flag that is no gateway's, by its name", async () => {
    expect(flags.length).toBe(DEVNET_OPTIONS.length);
    for (const flag of flags) {
      const { code, stderr } = await runInProcess(["serve", "--upstream", NOWHERE, ...flag]);
      const refusal = `error: option '--upstream <url>' cannot be used with option '${flag[0]}`;
      expect([flag, code, stderr.slice(0, refusal.length)]).toEqual([flag, 2, refusal]);
    }
  });

  test.each(DEVNET_OPTIONS)("%s of createService", async (name) => {
    const upstream = upstreamOf({ endpoints: NOWHERE });
    const value = name === "dev" ? {} : valueOf(name);
    await expect(createService({ upstream, [name]: value })).rejects.toThrow(
      `Cannot open service: an upstream makes the blocks, leave out ${name}`,
    );
  });
});

test.each(OF_GATEWAYS.slice(1))("%s is refused without an upstream", async (name) => {
  const flag = flagOf(name);
  const { code, stderr } = await runInProcess(["serve", ...flag]);
  const refusal = `error: Cannot use ${flag[0]} without --upstream: a devnet has none\n`;
  expect([code, stderr]).toEqual([2, refusal]);
});

test.each([[], ["--upstream", NOWHERE]])(
  "--event-retention that bounds nothing is refused with what is allowed, beside %j",
  async (...flags) => {
    for (const value of ["999", "1e6", "7w", "30s", "3651d", ""]) {
      const { code, stderr } = await runInProcess(["serve", ...flags, "--event-retention", value]);
      expect([code, stderr]).toEqual([
        2,
        `error: --event-retention must be a number of events from 1000 to 1000000000, or an age from 1m to 3650d such as 7d, 12h or 90m, got "${value}"\n`,
      ]);
    }
  },
);

test.each(["--key", "--api-key"])("%s is refused without showing what was given", async (flag) => {
  for (const given of [[flag, "secret-0123"], [`${flag}=secret-0123`]]) {
    const { code, stderr } = await runInProcess(["serve", "--upstream", NOWHERE, ...given]);
    expect(stderr).toBe(
      `error: Cannot use ${flag}: others on this machine can read a key on the command line; use --key-file, or set ALPHADELTA_KEY\n`,
    );
    expect(code).toBe(2);
  }
});

describe("serve --upstream says in one line what is wrong and what to do:", () => {
  const page = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end("<html>Hello</html>");
  });
  let folder: string;
  let service: Listener;
  let places: Readonly<Record<string, string>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "upstream-flags-"));
    const devnet = { segments: ["delta"], history: 2, mode: "manual", traffic: false } as const;
    service = await listen(await createService(devnet), { port: 0 });
    await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
    const { port } = page.address() as AddressInfo;
    const { origin } = service;
    places = { service: origin, page: `http://127.0.0.1:${port}`, closed: NOWHERE };
    for (const [name, text] of [
      ["empty", ""],
      ["lines", "one\ntwo\n"],
      ["unknown", "key-0123456789\n"],
    ] as const)
      writeFileSync(join(folder, name), text);
  });
  afterAll(async () => {
    page.close();
    await service.close();
    rmSync(folder, { recursive: true });
  });

  const unusable =
    /expected one of delta\. See --upstream, --chain for what it serves, and --key-file\.$/;
  test.each([
    ["nothing listens", ["closed"], /ECONNREFUSED.*\. Is it running\? See --upstream\.$/],
    ["a page of another program", ["page"], /answered 200 without JSON/],
    ["a segment that it lacks", ["service", "--chain", "alpha"], unusable],
    ["an unknown key", ["service", "--key-file", "unknown"], /The API key is unknown\. See/],
    [
      "no key file",
      ["service", "--key-file", "none"],
      /Cannot read the key file .*none, named by --key-file: there is no/,
    ],
    ["an empty key file", ["service", "--key-file", "empty"], /expected one line with nothing/],
    ["a key file of two lines", ["service", "--key-file", "lines"], /expected one line with/],
    ["a file as the folder", ["service", "--data", "empty"], /Cannot use data folder .*empty: /],
  ])("%s", async (_, [place = "", flag, value = ""], message) => {
    const isPath = flag === "--key-file" || flag === "--data";
    const given = flag === undefined ? [] : [flag, isPath ? join(folder, value) : value];
    const chain = flag === "--chain" ? [] : ["--chain", "delta"];
    const upstream = ["--upstream", places[place] ?? ""];
    const args = ["serve", "--port", "0", ...upstream, ...chain, ...given];
    const ended = await runInProcess(args);
    expect(ended.stdout).toBe("");
    expect(ended.stderr.trim()).toMatch(message);
    expect(ended.stderr.trim()).toMatch(/^error: [^\n]+$/);
    expect(ended.stderr).not.toContain("key-0123456789");
    expect(ended.code).not.toBe(0);
  });

  test("a URL with TLS where there is none, and one that is none", async () => {
    const tls = places["service"]?.replace("http:", "https:") ?? "";
    for (const [url, message] of [
      [tls, `it has no TLS, use ${places["service"]}`],
      ["somewhere", "expected an origin such as http://127.0.0.1:8645."],
      [`${places["service"]}/v1/`, "such as http://127.0.0.1:8645, without the path /v1."],
      [`${places["service"]}/rpc`, "such as http://127.0.0.1:8645, without the path /rpc."],
      [
        `${places["service"]}/ws/delta`,
        "such as http://127.0.0.1:8645, without the path /ws/delta.",
      ],
      [`${places["service"]}?api_key=k`, "such as http://127.0.0.1:8645, without a key."],
    ] as const) {
      const { stderr } = await runInProcess([
        "serve",
        "--port",
        "0",
        "--upstream",
        url,
        "--chain",
        "delta",
      ]);
      expect(stderr).toContain(message);
    }
  });
});

test("the same upstream twice is refused, in whatever form", async () => {
  for (const again of ["http://127.0.0.1:2/", "HTTP://127.0.0.1:2"]) {
    const upstreams = ["--upstream", NOWHERE, "--upstream", "http://127.0.0.1:3"];
    const { code, stderr } = await runInProcess(["serve", ...upstreams, "--upstream", again]);
    expect([code, stderr]).toEqual([
      2,
      "error: Cannot use upstream: --upstream must differ, number 3 is there already\n",
    ]);
  }
});

test("a second gateway on a folder says which process uses it", async () => {
  const data = mkdtempSync(join(tmpdir(), "upstream-folder-"));
  const devnet = { segments: ["delta"], history: 2, mode: "manual", traffic: false } as const;
  const service = await listen(await createService(devnet), { port: 0 });
  const open = () =>
    createService({
      ...{ segments: ["delta"], data, log: () => undefined },
      upstream: upstreamOf({ endpoints: service.origin, tier: "Enterprise" }),
    });
  const first = await open();
  try {
    await expect(open()).rejects.toThrow(
      new RegExp(
        `^Cannot use data folder ${data}: it is in use by process ${process.pid}, since 20[^;]*; stop that process or choose another folder$`,
      ),
    );
  } finally {
    await first.close();
    await service.close();
    rmSync(data, { recursive: true });
  }
});
