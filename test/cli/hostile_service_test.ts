import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { afterAll, beforeAll, expect, test } from "vitest";
import { devAccounts } from "../../src/devnet/mod.ts";
import { issueKey, openKeys } from "../../src/service/internal.ts";
import { IS_WHOLE } from "../_suites.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { everyCommand, type Form, FORMS, formsOf, type Line, lineOf } from "./_every_command.ts";
import { HOSTILE, HOSTILE_BYTES, HostileService, type Mode, MODES } from "./_hostile_service.ts";
import { type Ended, runNodeOnTerminal, type Running, runNodeWith } from "./_process.ts";
import { runInProcess } from "./_run_in_process.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
const services = new Map<Mode, HostileService>();
let database: { readonly url: string; close(): void };
beforeAll(async () => {
  for (const mode of MODES) services.set(mode, await HostileService.open(mode));
  database = await openDatabase();
  const [account] = await devAccounts("delta");
  writeFileSync(join(folder, "private.key"), `${account?.privateKey}\n`);
  writeFileSync(join(folder, "addresses.txt"), `${account?.address}\n`);
  const keys = await openKeys(join(folder, "keys"));
  const { record } = await issueKey(keys, { email: "a@b.c", tier: "Registered", now: 1 });
  const id = "0123456789ab";
  await keys.put({
    ...record,
    id,
    hash: "0".repeat(64),
    email: HOSTILE_BYTES,
    label: HOSTILE_BYTES,
  });
  await keys.close();
});
afterAll(() => {
  for (const service of services.values()) service.close();
  database.close();
  rmSync(folder, { recursive: true });
});

/** A server that refuses every connection of PostgreSQL with a hostile message. */
async function openDatabase(): Promise<typeof database> {
  const message = Buffer.from(`SFATAL\0C28000\0M${HOSTILE_BYTES}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(message.length + 4, 1);
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.concat([head, message])));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://ann@127.0.0.1:${port}/chains`, close: () => void server.close() };
}

interface Run {
  readonly name: string;
  readonly line: Line;
  readonly mode: Mode;
  readonly form: Form;
}

/** Processes so far, each of which may have a file of its own. */
let count = 0;

/** Each mode of answers in each form; elsewhere than in a run of all tests both take turns, and a process runs once. */
function runsOf(name: string, command: Command, turn: number): Run[] {
  const line = lineOf(name) as Line;
  const forms = formsOf(command, line);
  const modes = line.isOffline ? MODES.slice(0, 1) : MODES;
  const all = modes.flatMap((mode) => forms.map((form) => ({ name, line, mode, form })));
  if (IS_WHOLE || line.isOffline) return all;
  if (line.isAlike) return [];
  if (line.isProcess) return [all.find(({ form }) => form === "terminal") ?? (all[0] as Run)];
  const taken = [turn, turn + 2].map((index) => index % modes.length);
  return taken.map((mode) => all[mode * forms.length + ((turn + mode) % forms.length)] as Run);
}

/** A folder with hostile settings, for one run: another one may write them at the same time. */
function hostileSettings(): string {
  const own = join(folder, `settings-${count}`);
  mkdirSync(join(own, "alphadelta"), { recursive: true });
  const settings = { "key-file": HOSTILE, endpoint: HOSTILE, tier: HOSTILE };
  writeFileSync(join(own, "alphadelta", "config.json"), JSON.stringify(settings));
  return own;
}

async function outputOf({ name, line, mode, form }: Run): Promise<Ended> {
  const url = services.get(mode)?.url ?? "";
  const places: Readonly<Record<string, string>> = {
    ...{ url, folder, database: database.url, hostile: HOSTILE, number: String(count++) },
  };
  const words = line.args.split(" ").filter((word) => word !== "");
  const args = [
    ...name.split(" "),
    ...words.map((word) => word.replace(/\{(\w+)\}/g, (_, place: string) => places[place] ?? "")),
    ...FORMS[form],
  ];
  const env = {
    ...{ ALPHADELTA_ENDPOINT: url, ALPHADELTA_TIER: "Enterprise", ALPHADELTA_DEV_TOKEN: "token" },
    ALPHADELTA_CHAIN: /serial|record/i.test(name) ? "alpha" : "delta",
    XDG_CONFIG_HOME: name.startsWith("config ") ? hostileSettings() : join(folder, "own"),
  };
  if (!line.isProcess)
    return runInProcess(args, { env, columns: form === "terminal" ? 120 : undefined });
  const run = form === "terminal" ? runNodeOnTerminal : runNodeWith;
  return endOf(run(env, COMMAND_LINE, ...args), line);
}

/** Ends a process by a signal once it has printed what is waited for; until then it may end by itself. */
async function endOf(child: Running, { until, input = "" }: Line): Promise<Ended> {
  child.write(input);
  if (until)
    void child.printed(until).then(
      () => child.kill(),
      () => undefined,
    );
  return child.ended;
}

/** Colours and moves of our own. */
// oxlint-disable-next-line no-control-regex -- those are looked for
const OWN_CODES = /\u001b\[(?:1|2|22|31|32|39)m|\u001b\[[KHJ]|\r(?!\n)/g;

/** What no output has: commands of a terminal, ends of lines, marks of direction, half a pair as UTF-8 has it, a forged line. */
const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]|^(?:ready|FORGED)/gmu;

test(
  "no command passes a control character of a service on to its output",
  { timeout: 240_000 },
  async () => {
    const commands = await everyCommand();
    const unknown = [...commands.keys()].filter((name) => !lineOf(name));
    expect(unknown, "commands that test/cli/_every_command.ts has no line for").toEqual([]);
    const runs = [...commands].flatMap(([name, command], turn) => runsOf(name, command, turn));
    const raw: Record<string, number> = {};
    const escaping = new Set<string>();
    const left = runs.values();
    const workers = Array.from({ length: 8 }, async () => {
      for (const run of left) {
        const { name, mode, form } = run;
        const { stdout, stderr } = await outputOf(run);
        const text = `${stdout}\n${stderr}`;
        const found = [...(form === "terminal" ? text.replace(OWN_CODES, "") : text).matchAll(RAW)];
        if (found.length > 0) raw[`${name}, ${mode}, ${form}`] = found.length;
        if (text.includes("\\u009b")) escaping.add(name);
      }
    });
    await Promise.all(workers);
    expect(raw).toEqual({});
    // Each of them had something to escape; a process that runs once may be told of nothing.
    const told = [...commands.keys()].filter((name) => IS_WHOLE || !lineOf(name)?.isProcess);
    const silent = told.filter((name) => !escaping.has(name));
    expect(silent).toEqual(told.filter((name) => lineOf(name)?.silent));
  },
);
