import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { proposePatch } from "../../src/cli/doctor/patch/propose_patch.ts";
import type { Finding } from "../../src/cli/doctor/probe.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { generateIn } from "../scripts/generate/_generate_in.ts";
import { folderInRepository, ROOT } from "../scripts/_temporary_folder.ts";
import { DEVIATIONS, type Deviation, startDifferentService } from "./_different_service.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { runCli } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

let service: TestService<"alpha" | "delta">;
beforeAll(async () => {
  service = await startService({ mode: "interval", blockTime: 0.1, history: 60, traffic: true });
});
afterAll(() => service.close());

async function doctor(
  url: string,
  chain: string,
  ...more: readonly string[]
): Promise<{ readonly code: number | null; readonly findings: readonly Finding[] }> {
  const args = ["doctor", url, "--chain", chain, "--tier", "Enterprise", "--json", ...more];
  const { code, stdout } = await runInProcess(args);
  return { code, findings: JSON.parse(stdout) };
}

/** Findings of a command line in a process of its own. */
async function findingsOf(main: string, args: readonly string[]): Promise<readonly Finding[]> {
  const run = promisify(execFile)(process.execPath, [main, ...args]);
  const { stdout } = (await run.catch((error: unknown) => error)) as { readonly stdout: string };
  return JSON.parse(stdout);
}

/** Findings as `subject|aspect|path`. */
function found(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ subject, aspect, verdict, differences }) =>
    verdict === "missing"
      ? [`${subject}|${aspect}|missing`]
      : differences.map(({ path }) => `${subject}|${aspect}|${path}`),
  );
}

describe.concurrent("the doctor", () => {
  test("tells of a request that it waits for", async () => {
    const slow = await startService({ segments: ["alpha"] });
    const path = "/v1/alpha/chain/stats";
    slow.dev("alpha").setFaults([{ path, kind: "delay", probability: 1, delayMs: 3_500 }]);
    const args = ["doctor", slow.url, "--chain", "alpha", "--tier", "Enterprise", "--events", "0"];
    const { stderr } = await runInProcess(args);
    await slow.close();
    expect(stderr).toContain(`Still waiting for an answer of ${slow.url}${path}\n`);
  });

  test.each([
    ["a WebSocket handshake", /the WebSocket handshake of ws:/, (): void => undefined],
    ["replies and the close of a WebSocket", /a reply of ws:.* to chain_subscribe/, openSocket],
  ])("ends at its deadline without %s, and names that", async (_, waitsFor, onUpgrade) => {
    const { url, server } = await startDifferentService(service.fetch, []);
    const sockets: Duplex[] = [];
    server.on("upgrade", (request, socket: Duplex) => {
      sockets.push(socket.on("error", () => undefined));
      onUpgrade(request, socket);
    });
    const flags = ["--chain", "delta", "--tier", "Enterprise", "--json", "--timeout", "8"];
    const { code, stdout, stderr } = await runCli("doctor", url, ...flags).ended;
    for (const socket of sockets) socket.destroy();
    server.close();
    expect(stderr).toMatch(waitsFor);
    expect(stderr).toMatch(/\nerror: \d+ of \d+ probes were not tried in 8 s: raise --timeout/);
    expect(code).toBe(1);
    const late = (JSON.parse(stdout) as Finding[]).find(({ subject }) => subject === "WebSocket");
    expect(late?.reason).toBe("The 8 s of --timeout are over.");
  });

  test("does not try a WebSocket that the rate limit refuses, and misses none", async () => {
    const { url, server } = await startDifferentService(service.fetch, []);
    server.on("upgrade", (_, socket: Duplex) => {
      socket.end("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n");
    });
    const { findings } = await doctor(url, "delta", "--events", "0");
    server.close();
    expect(found(findings)).toEqual([]);
    expect(findings.filter(({ subject }) => subject === "WebSocket")).toMatchObject([
      { verdict: "not tried", reason: "The rate limit refused the WebSocket 4 times." },
    ]);
  });

  test("tries a call that hangs no further, and every other call", async () => {
    const hanging = await startService({ segments: ["alpha"] });
    const { blockHeight } = await hanging.client("alpha").getChainInfo();
    const path = `/v1/alpha/blocks/${blockHeight}`;
    hanging.dev("alpha").setFaults([{ path, kind: "stall", probability: 1 }]);
    const args = ["doctor", hanging.url, "--chain", "alpha", "--tier", "Enterprise"];
    const { stdout } = await runInProcess([...args, "--json", "--events", "0"]);
    await hanging.close();
    const findings: readonly Finding[] = JSON.parse(stdout);
    const block = findings.filter(({ subject }) => subject === "getBlock");
    expect(block.map(({ differences }) => differences[0]?.got)).toEqual([
      `No complete response from ${hanging.url} within 10000 ms`,
    ]);
    expect(findings.filter(({ subject }) => subject === "listBlocks")).toHaveLength(6);
  }, 40_000);
});

/** Accepts a WebSocket, and never answers on it. */
function openSocket({ headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${createHash("sha1").update(key).digest("base64")}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
}

describe("the doctor finds", () => {
  test.each(["alpha", "delta"])("no difference in our service on %s", async (chain) => {
    const { code, findings } = await doctor(service.url, chain, "--events", "1");
    expect(found(findings)).toEqual([]);
    expect(code).toBe(0);
    expect(findings.length).toBeGreaterThan(70);
    const untried = findings.filter(({ verdict }) => verdict === "not tried");
    expect(untried.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["requestKey", "tx_sendRawTransaction"]),
    );
    const events = findings.filter(({ aspect }) => aspect === "an event");
    expect(events.find(({ subject }) => subject === "blocks")?.verdict).toBe("as specified");
  });

  test("an injected fault, and nothing beside it", async () => {
    const at = { path: "/v1/delta/chain/stats", probability: 1 } as const;
    service.faults.set([{ ...at, kind: "status", status: 500 }]);
    const { code, findings } = await doctor(service.url, "delta", "--events", "0");
    service.faults.set([{ ...at, kind: "drop" }]);
    const dropped = await doctor(service.url, "delta", "--events", "0");
    service.faults.clear();
    expect([...new Set(findings.filter(isFound).map(({ subject }) => subject))]).toEqual([
      "getChainStats",
    ]);
    expect(found(dropped.findings)).toEqual(["getChainStats||"]);
    expect([code, dropped.code]).toEqual([1, 1]);
  });

  test("twenty known deviations of another service, and invents none", async () => {
    const deviations: readonly Deviation[] = Object.values(DEVIATIONS);
    expect(deviations).toHaveLength(20);
    const different = await startDifferentService(service.fetch, deviations);
    const { code, findings } = await doctor(different.url, "delta");
    different.server.close();
    expect(found(findings).toSorted()).toEqual(deviations.flatMap(({ finds }) => finds).toSorted());
    expect(code).toBe(1);
    const size = findings
      .flatMap(({ differences }) => differences)
      .find(({ path }) => path === "data.size");
    expect(size?.specified).toBe(false);
    const amount = findings
      .flatMap(({ differences }) => differences)
      .find(({ path }) => path === "data.gasUsed");
    expect(amount?.specified).toBe(true);
  });

  test("each altered value of a set, in lists, filters and events, and proposes all of them", async () => {
    const altered =
      /"(transfer|token_transfer|delegate|undelegate|claim_rewards|propose|vote|passed)"/g;
    const deviation: Deviation = {
      finds: [],
      change: (reply, { text }) => {
        if (text === "") reply.body = JSON.parse(alter(JSON.stringify(reply.body)));
      },
    };
    const alter = (text: string): string => text.replaceAll(altered, '"$1X"');
    const delta = service.client("delta");
    const passed = async (): Promise<number> =>
      (await delta.listProposals({ status: "passed" })).items.length;
    await expect.poll(passed, { timeout: 60_000 }).toBeGreaterThan(0);
    const { url, server } = await startDifferentService(service.fetch, [deviation]);
    alterEvents(server, service.url, alter);
    const folder = await mkdtemp(join(tmpdir(), "doctor-"));
    const patch = join(folder, "proposed.patch");
    const { findings } = await doctor(url, "delta", "--events", "2", "--patch", patch);
    const proposed = await readFile(patch, "utf8");
    server.close();
    await rm(folder, { recursive: true });
    const all = findings.flatMap(({ differences }) => differences);
    expect(all.filter((one) => one.patch !== "in the patch")).toEqual([]);
    const got = all.map((one) => one.got.replace(/ .*/, ""));
    expect(got).toEqual(expect.arrayContaining(['"transferX"', '"voteX"', '"passedX"']));
    const values = [...new Set(got)].map((one) => one.slice(1, -1));
    for (const value of values) expect(proposed).toMatch(new RegExp(`^\\+.*\\b${value}\\b`, "m"));
    const event = findings.find(
      ({ subject, aspect }) => subject === "transactions" && aspect === "an event",
    );
    expect(event?.differences).toEqual([expect.objectContaining({ path: "params.result.type" })]);
  });

  test("that a segment is not served", async () => {
    const { code, findings } = await doctor(service.url, "delta-testnet");
    expect(findings).toEqual([expect.objectContaining({ subject: "segment", verdict: "missing" })]);
    expect(code).toBe(0);
  });
});

/** Passes WebSockets on to a service, and alters its events. */
function alterEvents(server: Server, target: string, alter: (text: string) => string): void {
  const front = new WebSocketServer({ server });
  front.on("connection", (socket, { url = "" }) => {
    const back = new WebSocket(new URL(url, target.replace("http", "ws")));
    const opened = once(back, "open");
    socket.on("message", (data) => void opened.then(() => back.send(String(data))));
    back.on("message", (data) => {
      const text = String(data);
      socket.send(text.includes('"chain_subscription"') ? alter(text) : text);
    });
    socket.on("close", () => back.terminate());
  });
}

test("each finding comes with the request that repeats it", async () => {
  const { findings } = await doctor(service.url, "delta", "--events", "0");
  const [info] = findings;
  const { stdout } = await promisify(execFile)("sh", ["-c", info?.request ?? ""]);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { chain: "delta" } });
  const nonce = findings.find(({ subject }) => subject === "account_getNonce");
  const answer = await promisify(execFile)("sh", ["-c", nonce?.request ?? ""]);
  expect(JSON.parse(answer.stdout)).toMatchObject({ jsonrpc: "2.0", result: expect.anything() });
});

test("the report for people counts the verdicts and names what differs", async () => {
  const deviation = DEVIATIONS["a height as a string"] as Deviation;
  const { url, server } = await startDifferentService(service.fetch, [deviation]);
  const { stdout, stderr } = await runInProcess([
    "doctor",
    url,
    "--chain",
    "delta",
    "--tier",
    "Enterprise",
  ]);
  server.close();
  expect(stdout).toMatch(/^delta: \d+ as specified, 1 differs, 1 missing, 2 not tried\n/);
  expect(stdout).toMatch(
    /\n {2}differs {7}getChainInfo\n {16}data\.blockHeight: expected a number, got "9+" \(\d characters\) \[specified\]\n/,
  );
  expect(stdout).toContain(`                $ curl -s '${url}/v1/delta/chain/info'\n`);
  expect(stderr).toMatch(/^error: 2 of \d+ probes differ from what the interface specifies\.\n$/);
});

test("a proposed patch is one that git applies, the generator accepts, and the doctor finds settled", async () => {
  const { url, server } = await startDifferentService(service.fetch, Object.values(DEVIATIONS));
  const folder = await folderInRepository();
  // The folder stands for a repository of its own.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
  const apply = (patch: string): Promise<unknown> =>
    promisify(execFile)("git", ["apply", patch], { cwd: folder, env });
  try {
    for (const path of ["src", "openapi.yaml", "openrpc.json", "package.json"])
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    const patch = join(folder, "proposed.patch");
    const flags = ["--events", "0", "--patch", patch, "--specs", folder];
    const packed = ["doctor", url, "--chain", "delta", "--tier", "Enterprise", "--json", ...flags];
    const findings = await findingsOf(COMMAND_LINE, packed);
    const [settled, left] = outcomes(findings);
    expect(left).toEqual(LEFT);
    expect(settled).toHaveLength(13);
    await apply(patch);

    const further = await proposePatch(FURTHER, folder);
    expect(outcomes(further.findings)[1]).toEqual(FURTHER_LEFT);
    await writeFile(join(folder, "further.patch"), further.patch);
    await apply("further.patch");

    await generateIn(folder);
    const main = join(folder, "src/cli/main.ts");
    const args = ["doctor", url, "--chain", "delta", "--tier", "Enterprise", "--events", "0"];
    const remaining = await findingsOf(main, [...args, "--json"]);
    const open = remaining.filter(({ reason }) => reason === undefined);
    expect(found(open).toSorted()).toEqual(Object.keys(LEFT).toSorted());
    const stake = remaining.find(({ subject }) => subject === "delta_getStake");
    expect(stake?.reason).toMatch(/^It is deprecated since /);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

const ITEMS =
  "The specs describe the shape of an answer, not which items are on a page or in what order.";
const WHEN = "The specs list the answers of a call, not which value is answered with which.";

/** Differences that no spec can state, with the reason. */
const LEFT: Readonly<Record<string, string>> = {
  "listBlocks|limit above 100|error.code": "The largest value that the service takes is not known.",
  "listBlocks|order asc|data.blocks": ITEMS,
  "listTransactions|a page of one|data.pagination.page": ITEMS,
  "getAccount|unknown address|error.code": WHEN,
  "listValidators|status inactive|data.validators.*.status": ITEMS,
  "tx_getTransaction|unknown values|result": WHEN,
  "WebSocket||missing": "No connection was opened, so it is not known which topics there are.",
};

/** Differences of kinds that the twenty are not of. */
const FURTHER: readonly Finding[] = [
  ...[
    differs("getBlock", "data.validator", "a string", null),
    differs("getBlock", "data.parentHash", "text of /^0x/", "0XAB"),
    differs("getTransaction", "data.type", '"transfer"', "mint"),
    differs("getChainStats", "data.labels", "no such field", ["a", "b"]),
    differs("getChainStats", "data.origin", "no such field", { of: 1 }),
    differs("getChainStats", "data.since", "no such field", "2026-01-31T00:00:00Z"),
    differs("getChainStats", "data.until", "no such field", null),
    differs("getChainStats", "data.until", "no such field", 7.5),
    differs("getChainStats", "data.tps", "a number", undefined),
    differs("getValidator", "data.uptime", "at most 1", 99.5),
    differs("delta_getValidator", "result.name", "a string", undefined),
    differs("getBalance (simplified)", "result", "a string", { balance: "1" }),
    differs("blocks", "params.result.txCount", "an integer", "3"),
    differs("listTransactions", "data.transactions.*.hash", "a string", undefined),
    differs("listBlocks", "data.pagination.totalItems", "an integer", "3"),
  ],
  {
    ...differs("requestKey", "", "", undefined),
    differences: [{ path: "status", expected: "201", got: "202 {}", specified: true }],
  },
  { ...differs("proposals", "", "", undefined), verdict: "missing", differences: [] },
  { ...differs("reorgs", "", "", undefined), verdict: "missing", differences: [] },
];

const FURTHER_LEFT: Readonly<Record<string, string>> = {
  "listTransactions||data.transactions.*.hash":
    "Clients tell the items of the list apart by it (x-pagination).",
  "listBlocks||data.pagination.totalItems":
    "It is part of what stands around every answer, which clients read before they know the call.",
  "proposals||missing": "The specs cannot deprecate a topic.",
};

function differs(subject: string, path: string, expected: string, value: unknown): Finding {
  const got = value === undefined ? "nothing" : JSON.stringify(value);
  const difference = { path, expected, got, specified: true, documented: "openapi.yaml", value };
  return { segment: "delta", subject, aspect: "", verdict: "differs", differences: [difference] };
}

/** Differences in the patch, and those left out with the reason. */
function outcomes(
  findings: readonly Finding[],
): readonly [settled: readonly string[], left: Readonly<Record<string, string>>] {
  const all = findings.flatMap((finding): (readonly [string, string])[] =>
    [...finding.differences, { path: "missing", patch: finding.patch }].flatMap(
      ({ path, patch }) =>
        patch === undefined ? [] : [[`${finding.subject}|${finding.aspect}|${path}`, patch]],
    ),
  );
  const left = all.filter(([, patch]) => patch !== "in the patch");
  return [
    all.filter((one) => !left.includes(one)).map(([what]) => what),
    Object.fromEntries(
      left.map(([what, patch]) => [what, patch.replace("not in the patch: ", "")]),
    ),
  ];
}

function isFound({ verdict }: Finding): boolean {
  return verdict === "differs" || verdict === "missing";
}
