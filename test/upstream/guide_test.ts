import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createService, listen } from "../../src/service/mod.ts";
import { COMMAND_LINE } from "../cli/_command_line.ts";
import { runCli, type Running } from "../cli/_process.ts";
import { until } from "./_gateway.ts";

const guide = await readFile(new URL("../../docs/gateway.md", import.meta.url), "utf8");
/** The commands that start something, block by block. */
const [start = [], both = []] = [...guide.matchAll(/^```sh\n([^]*?)^```$/gm)].map(
  ([, block = ""]) => block.trim().split("\n"),
);

let folder: string;
let running: Running[];
/** What the guide shows, and what stands in its place here. */
let places: Map<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gateway-guide-"));
  running = [];
  const [gateway, devnet] = await freePorts();
  places = new Map([
    ["8645", String(gateway)],
    ["8700", String(devnet)],
    ["--data cache", `--data ${join(folder, "cache")}`],
    ["key.txt", join(folder, "key.txt")],
  ]);
});
afterEach(async () => {
  for (const one of running) one.kill();
  await Promise.all(running.map(({ ended }) => ended));
  await rm(folder, { recursive: true, force: true });
});

function toReal(command: string): string {
  return [...places].reduce((text, [shown, real]) => text.replaceAll(shown, real), command);
}

/** Starts a service as the guide does; resolves to its origin once it answers. */
async function serve(command: string): Promise<string> {
  const [, ...args] = toReal(command).split(/ +/);
  const process = runCli(...args);
  running.push(process);
  const [, origin = ""] = await process.printed(/up at (http:\/\/127\.0\.0\.1:\d+)/);
  return origin;
}

function readyz(origin: string): Promise<string> {
  return fetch(`${origin}/readyz`).then((answer) => answer.text());
}

test("the guide's command starts a gateway that uses its key", { timeout: 60_000 }, async () => {
  const service = await createService({ history: 5, mode: "manual", log: () => undefined });
  const upstream = await listen(service, { port: 0, stopTimeout: 500 });
  try {
    const answer = await fetch(`${upstream.origin}/v1/keys`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "someone@example.org" }),
    });
    const { data } = (await answer.json()) as { data: { apiKey: string } };
    await writeFile(join(folder, "key.txt"), `${data.apiKey}\n`);
    places.set("https://api.example.org", upstream.origin);
    expect(start).toHaveLength(1);
    const origin = await serve(start[0] ?? "");
    // A key that is asked for has the tier Registered, with 100,000 requests a day.
    await until(async () =>
      (await readyz(origin)).includes("delta-testnet: height 5, events live"),
    );
    expect(await readyz(origin)).toMatch(/in use, 0 blocks behind, 99\d{3} requests left today/);
  } finally {
    await upstream.close();
  }
});

test("every output in the guide is what the command prints", { timeout: 120_000 }, async () => {
  await serve(both[0] ?? "");
  const origin = await serve(both[1] ?? "");
  await until(async () => (await readyz(origin)).includes("events live"));
  const blocks = [...guide.matchAll(/^```console\n([^]*?)^```$/gm)];
  expect(blocks.length).toBeGreaterThan(3);
  for (const [, block = ""] of blocks) {
    for (const [, command = "", output = ""] of block.matchAll(/^\$ (.*)\n((?:[^$].*\n)*)/gm))
      expect(`${command}\n${withoutNumbers(await run(command))}`).toBe(
        `${command}\n${withoutNumbers(output)}`,
      );
  }
});

/** Runs a command in a shell; what it prints, with the guide's addresses. */
async function run(command: string): Promise<string> {
  const script = `alphadelta() { "$NODE" "$MAIN" "$@"; }; { ${toReal(command)}; } 2>&1 | tr -d '\\r'`;
  const variables = { NODE: process.execPath, MAIN: COMMAND_LINE, XDG_CONFIG_HOME: folder };
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)("bash", ["-c", script], { env });
  return [...places].reduce((text, [shown, real]) => text.replaceAll(real, shown), stdout);
}

/** Heights, ages, cursors and what is left of a quota differ from run to run. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/cursor \S+/g, "cursor").replaceAll(/\d+(?:[.,]\d+)*/g, "0");
}

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    return typeof address === "object" && address ? address.port : 0;
  });
  const [gateway = 0, devnet = 0] = await Promise.all(ports);
  for (const server of servers) server.close();
  return [gateway, devnet];
}
