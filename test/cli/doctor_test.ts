import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { IncomingMessage, Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { Finding } from "../../src/cli/doctor/probe.ts";
import { RPC_LIMIT_EXCEEDED } from "../../src/generated/errors.gen.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { sampleOf } from "../_suites.ts";
import { DEVIATIONS, type Deviation, startDifferentService } from "./_different_service.ts";
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
    const { url, ended, clock } = await examineUntilHung({ path: /^\/v1\/delta\/chain\/stats$/ });
    await clock.advance(3_000);
    await clock.advance(7_000);
    const { stderr } = await ended;
    expect(stderr).toContain(`Still waiting for an answer of ${url}/v1/delta/chain/stats\n`);
  });

  test.each(
    sampleOf([
      ["a WebSocket handshake", /the WebSocket handshake of ws:/, (): void => undefined],
      ["replies and the close of a WebSocket", /a reply of ws:.* to chain_subscribe/, openSocket],
    ]),
  )("ends at its deadline without %s, and names that", async (_, waitsFor, onUpgrade) => {
    const { ended, clock } = await examineUntilHung({ onUpgrade }, "--timeout", "8");
    await clock.advance(8_000);
    const { code, stdout, stderr } = await ended;
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
    const findings = await examineWithoutPauses(url);
    server.close();
    expect(found(findings)).toEqual([]);
    expect(findings.filter(({ subject }) => subject === "WebSocket")).toMatchObject([
      { verdict: "not tried", reason: "The rate limit refused the WebSocket 4 times." },
    ]);
  });

  test("makes a call on a WebSocket again that the rate limit refused", async () => {
    const { url, server } = await startDifferentService(service.fetch, []);
    const refused = new Set<unknown>();
    relayWebSockets(
      server,
      service.url,
      (text) => text,
      (text) => {
        const { id, params = [] } = JSON.parse(text);
        const [topic] = params;
        if (refused.has(topic)) return undefined;
        refused.add(topic);
        const error = { code: RPC_LIMIT_EXCEEDED, message: "Too many calls." };
        return JSON.stringify({ jsonrpc: "2.0", id, error });
      },
    );
    const findings = await examineWithoutPauses(url);
    server.close();
    expect(refused.size).toBeGreaterThan(2);
    const tried = findings.filter(({ subject }) => subject === "blocks");
    expect(tried.map(({ verdict }) => verdict)).not.toContain("not tried");
    expect(tried.map(({ verdict }) => verdict)).toContain("as specified");
  });

  test("tries a call that hangs no further, and every other call", async () => {
    const { url, ended, clock } = await examineUntilHung({ path: /^\/v1\/delta\/blocks\/\d+$/ });
    await clock.advance(10_000);
    const { stdout } = await ended;
    const findings: readonly Finding[] = JSON.parse(stdout);
    const block = findings.filter(({ subject }) => subject === "getBlock");
    expect(block.map(({ differences }) => differences[0]?.got)).toEqual([
      `No complete response from ${url} within 10000 ms`,
    ]);
    expect(findings.filter(({ subject }) => subject === "listBlocks")).toHaveLength(6);
  });
});

/** Findings at a service: pauses between attempts pass at once, and no deadline of an answer does. */
async function examineWithoutPauses(url: string): Promise<readonly Finding[]> {
  const clock = new ManualClock();
  const flags = ["--chain", "delta", "--tier", "Enterprise", "--json", "--events", "0"];
  const progress = { isOver: false };
  const run = runInProcess(["doctor", url, ...flags], { clock });
  const ended = run.finally(() => (progress.isOver = true));
  while (!progress.isOver) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (clock.untilNext <= 1_000) await clock.advance(clock.untilNext);
  }
  const { stdout } = await ended;
  return JSON.parse(stdout);
}

/** What a service leaves without an end: answers of a path, or WebSockets. */
interface Hung {
  readonly path?: RegExp;
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex) => void;
}

/** Runs the doctor on a clock of its own, until all that it waits for is what a service never ends. */
async function examineUntilHung({ path, onUpgrade }: Hung, ...more: readonly string[]) {
  let hung = 0;
  const { url, server } = await startDifferentService((target, init) => {
    if (!path?.test(new URL(target).pathname)) return service.fetch(target, init);
    hung++;
    return new Promise(() => undefined);
  }, []);
  const sockets: Duplex[] = [];
  server.on("upgrade", (request, socket: Duplex) => {
    sockets.push(socket.on("error", () => undefined));
    if (onUpgrade) hung++;
    (onUpgrade ?? (() => socket.destroy()))(request, socket);
  });
  const clock = new ManualClock();
  const flags = ["--chain", "delta", "--tier", "Enterprise", "--json", "--events", "0"];
  const run = runInProcess(["doctor", url, ...flags, ...more], { clock });
  const ended = run.finally(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });
  // Timers of the deadline, of the report of a wait and of its end.
  await expect.poll(() => [hung, clock.pending]).toEqual([1, 3]);
  return { url, ended, clock };
}

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

  test("each altered value of a set, in lists, filters and events, and says of each what to write", async () => {
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
    while ((await passed()) === 0) await service.dev("delta").mine(20);
    const { url, server } = await startDifferentService(service.fetch, [deviation]);
    relayWebSockets(server, service.url, alter);
    const { findings } = await doctor(url, "delta", "--events", "1");
    server.close();
    const all = findings.flatMap(({ differences }) => differences);
    const got = all.map((one) => one.got.replace(/ .*/, ""));
    expect(got).toEqual(expect.arrayContaining(['"transferX"', '"voteX"', '"passedX"']));
    expect(all.map(({ remedy }) => remedy)).toEqual(got.map((one) => `add ${one} to its values`));
    const event = findings.find(
      ({ subject, aspect }) => subject === "transactions" && aspect === "an event",
    );
    expect(event?.differences).toEqual([expect.objectContaining({ path: "params.result.type" })]);
  });

  test("that a segment is not served", async () => {
    const { code, findings } = await doctor(service.url, "delta-testnet");
    expect(findings).toEqual([expect.objectContaining({ subject: "segment", verdict: "missing" })]);
    // A run that has examined nothing is no success.
    expect(code).toBe(1);
  });
});

/** Passes WebSockets on to a service: alters its events, and replies itself where `replyTo` does. */
function relayWebSockets(
  server: Server,
  target: string,
  alter: (text: string) => string,
  replyTo: (text: string) => string | undefined = () => undefined,
): void {
  const front = new WebSocketServer({ server });
  front.on("connection", (socket, { url = "" }) => {
    const back = new WebSocket(new URL(url, target.replace("http", "ws")));
    const opened = once(back, "open");
    socket.on("message", (data) => {
      const reply = replyTo(String(data));
      if (reply !== undefined) socket.send(reply);
      else void opened.then(() => back.send(String(data)));
    });
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

test("the chain of the settings is the one that is examined", async () => {
  const home = await mkdtemp(join(tmpdir(), "doctor-"));
  const env = { XDG_CONFIG_HOME: home };
  await runInProcess(["config", "set", "chain", "delta"], { env });
  const args = ["doctor", service.url, "--tier", "Enterprise", "--json", "--events", "0"];
  const { stdout } = await runInProcess(args, { env });
  await rm(home, { recursive: true });
  expect([...new Set((JSON.parse(stdout) as Finding[]).map(({ segment }) => segment))]).toEqual([
    "delta",
  ]);
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

test("each difference from a schema comes with its place in the specs, and what to write there", async () => {
  const { url, server } = await startDifferentService(service.fetch, Object.values(DEVIATIONS));
  const { findings } = await doctor(url, "delta", "--events", "0");
  server.close();
  const remedies = findings.flatMap(({ subject, differences }) =>
    differences.flatMap(({ path, documented, remedy }) =>
      remedy === undefined ? [] : [`${subject} ${path} > ${documented}: ${remedy}`],
    ),
  );
  const rest = "openapi.yaml#/components/schemas";
  expect(remedies).toEqual([
    `getChainInfo data.blockHeight > ${rest}/Height: allow a string beside it, with "anyOf"`,
    `getChainStats data.totalStaked > ${rest}/ChainStats: take totalStaked out of its "required"`,
    `getBlock data.gasUsed > ${rest}/Amount: allow an integer beside it, with "anyOf"`,
    `getBlock data.size > ${rest}/Block: add size, an integer, to its "properties"`,
    `getTransaction data.status > ${rest}/TransactionStatus: add "reverted" to its values`,
    `listAccountTokens data.tokens.*.decimals > ${rest}/Counter: allow a string beside it, with "anyOf"`,
    'listProposals meta > openapi.yaml#/paths/~1governance~1proposals/get/responses/200: take meta out of its "required"',
    'chain_getInfo result.networkId > openrpc.json#/components/schemas/RpcChainInfo/properties/networkId: allow an integer beside it, with "anyOf"',
    'account_getNonce result > openrpc.json#/components/schemas/RpcNonce: allow an integer beside it, with "anyOf"',
  ]);
});

function isFound({ verdict }: Finding): boolean {
  return verdict === "differs" || verdict === "missing";
}
