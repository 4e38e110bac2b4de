import type { Command } from "commander";
import { CALLS } from "../../src/cli/calls/call.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { createProgram } from "../../src/cli/run_program.ts";
import { systemTerminal } from "../../src/cli/terminal.ts";

/** What a command prints for, and the flags for that. */
export const FORMS = { piped: [], terminal: [], json: ["--json"], ndjson: ["--ndjson"] } as const;
export type Form = keyof typeof FORMS;

/** How a command is run against a service. */
export interface Line {
  /** Arguments behind its name: words, with places in braces. */
  readonly args: string;
  /** Forms that it is run in, where others are the same to it; by default each that it has flags for. */
  readonly forms?: readonly Form[];
  /** Why it prints nothing of a service. */
  readonly silent?: string;
  /** True if it calls no service: how that answers is nothing to it. */
  readonly isOffline?: boolean;
  /** True if it needs a process, since it takes the streams or the signals of one. */
  readonly isProcess?: boolean;
  /** True if another line of its command prints in the same way: only a run of all tests has it. */
  readonly isAlike?: boolean;
  /** What it prints once it may be ended, where it does not end by itself. */
  readonly until?: RegExp;
  /** Standard input, which is left open. */
  readonly input?: string;
}

const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";
const HASH = "0x1b61ab9f3dc7b6286ceff99ecc3f024070b3907bbaadd7038e0fb10b43eda545";
const BY_ADDRESSES = "--addresses {folder}/addresses.txt";

const KEYS = { isOffline: true, args: "--data {folder}/keys" };
const KEY = { ...KEYS, args: `0123456789ab ${KEYS.args}` };
const DATABASE = { isOffline: true, args: "--store {database}" };
const CHAIN_OF_DATABASE = { ...DATABASE, args: `${DATABASE.args} --chain delta` };
const SETTING = { isOffline: true };
const DELIVERY: Line = {
  args: "--to - --state {folder}/{number}.db",
  isProcess: true,
  isAlike: true,
  forms: ["piped"],
  until: /"cursor"/,
};

/** Messages of a client of the Model Context Protocol; the last is the one to wait for. */
const MESSAGES = [
  {
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    },
  },
  { method: "tools/call", params: { name: "getChainInfo", arguments: { chain: "delta" } } },
  { method: "tools/call", params: { name: "listProposals", arguments: { chain: "delta" } } },
].map((message, id) => `${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`);

/** Commands that are no calls of the specs, by their names. */
const LINES: Readonly<Record<string, Line>> = {
  info: { args: "" },
  height: { args: "" },
  block: { args: "45" },
  tx: { args: HASH },
  account: { args: ADDRESS },
  balance: { args: ADDRESS },
  blocks: { args: "" },
  txs: { args: "" },
  validators: { args: "" },
  validator: { args: "dx1njg93zhl3q88znzw777zqhc8zsccmd9r6szkmk" },
  proposals: { args: "" },
  proposal: { args: "3" },
  record: { args: "0xe27b675b26f550ddc9a752c9d3f56b5b0b6265cfaa4952dd52d038958fba0748" },
  ...eventsOf("watch", { args: "--count 1" }),
  transfer: { args: `${ADDRESS} 1 --from-key-file {folder}/private.key --yes` },
  send: { args: "0x00" },
  receipt: { args: HASH },
  "export blocks": { args: "" },
  "export transactions": { args: "" },
  "export account": { args: ADDRESS },
  ...eventsOf("deliver", DELIVERY),
  "deliver blocks": { ...DELIVERY, isAlike: false, forms: ["piped", "terminal", "json"] },
  mcp: { args: "", isProcess: true, forms: ["piped"], input: MESSAGES.join(""), until: /"id":2/ },
  doctor: { args: "--chain delta --events 0.1 --timeout 5 --verbose" },
  serve: {
    args: "--upstream {url} --port 0 --chain delta",
    isProcess: true,
    until: /is up at|"origin"/,
  },
  warm: { args: "--to 3" },
  status: { args: "{url} --interval 1 --once" },
  "dev accounts": { args: "" },
  "dev state": { args: "" },
  "dev mine": { args: "1" },
  "dev interval": { args: "2" },
  "dev time": { args: "1767225611" },
  "dev fund": { args: `${ADDRESS} 1` },
  "dev snapshot": { args: "" },
  "dev revert": { args: "snap-1" },
  "dev reorg": { args: "1" },
  "dev faults": { args: "[]" },
  "key issue": { ...DATABASE, args: `${DATABASE.args} --email a@b.c` },
  "key list": KEYS,
  "key show": KEY,
  "key rotate": { ...KEY, forms: ["piped"] },
  "key revoke": { ...DATABASE, args: `0123456789ab ${DATABASE.args}` },
  copy: { isOffline: true, args: "--from {database} --to {folder}/copy --chain delta" },
  backup: {
    ...{ isOffline: true, silent: "it reads files alone" },
    args: "--data {folder} --to {folder}/backup",
  },
  migrate: DATABASE,
  check: CHAIN_OF_DATABASE,
  completion: { ...SETTING, args: "bash", silent: "its scripts are its own" },
  "config set": { ...SETTING, args: "chain {hostile}" },
  "config get": { ...SETTING, args: "endpoint" },
  "config unset": { ...SETTING, args: "chain" },
  "config list": { ...SETTING, args: "" },
};

function eventsOf(command: string, line: Line): Record<string, Line> {
  const live = command === "deliver" ? [] : ["pending_transactions"];
  const topics = ["blocks", "transactions", ...live, "reorgs", "validators"];
  const rows = [...topics, "proposals", "serial_numbers"].map((topic) => [topic, line] as const);
  const byAddresses = { ...line, args: `${line.args} ${BY_ADDRESSES}` };
  return Object.fromEntries(
    [...rows, ["accountActivity", byAddresses] as const].map(([topic, own]) => [
      `${command} ${topic}`,
      own,
    ]),
  );
}

/** The line of a command; undefined of one that is not known here. */
export function lineOf(name: string): Line | undefined {
  const [group, call] = name.split(" ");
  const found = CALLS.find((one) => one.name === call);
  if (!found || (group !== "api" && group !== "rpc")) return LINES[name];
  const required = found.info.parameters.filter((one) => one.required);
  const words = required.map(({ name: field, in: place, example = "" }) =>
    place === "body" ? `--${field} ${example}` : example,
  );
  return { args: words.join(" ") };
}

/** Every command that runs something, by its whole name. */
export async function everyCommand(): Promise<Map<string, Command>> {
  const all = new Map<string, Command>();
  for (const name of COMMANDS.keys()) {
    const program = await createProgram(systemTerminal(), name);
    const command = program.commands.find((one) => one.name() === name) as Command;
    for (const [whole, one] of runnable(command, name)) all.set(whole, one);
  }
  return all;
}

/** Commands that run something, with those below them. */
function* runnable(command: Command, name: string): Generator<[string, Command]> {
  if (command.commands.length === 0) yield [name, command];
  for (const nested of command.commands) yield* runnable(nested, `${name} ${nested.name()}`);
}

/** The forms that a command has. */
export function formsOf({ options }: Command, { forms }: Line): readonly Form[] {
  const known = new Set<string>(options.map(({ long }) => long ?? ""));
  const own = (Object.keys(FORMS) as Form[]).filter((form) =>
    FORMS[form].every((flag) => known.has(flag)),
  );
  return forms ?? own;
}
