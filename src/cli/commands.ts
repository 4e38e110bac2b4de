import type { OperationId } from "../generated/client/operations.gen.ts";
import type { MethodName } from "../generated/client/methods.gen.ts";
import type { CommandSpec } from "./command.ts";

/** A command of the program: its place in the help, and its loader. */
interface CommandEntry {
  /** Heading that it stands under. */
  readonly group: string;
  readonly summary: string;
  /** Loads its declaration, without the modules that it needs to run. */
  readonly load: () => Promise<CommandSpec>;
}

/** Loads the module that exports the command under its own name. */
type Load = () => Promise<object>;

/** A command's summary, and its module; of the short form of a call, the name of that and an example. */
type Row =
  | readonly [summary: string, module: Load]
  | readonly [summary: string, call: OperationId | MethodName, example: string];

const reads: Load = () => import("./reads/read_commands.ts");
const submissions: Load = () => import("./reads/submit_commands.ts");
const stores: Load = () => import("./store_commands.ts");
const transfers: Load = () => import("./transfer/transfer_command.ts");
const deliveries: Load = () => import("./deliver/deliver_command.ts");
const tools: Load = () => import("./mcp/mcp_command.ts");
const completions: Load = () => import("./completion/completion_command.ts");
// No declaration can have the name of the command.
const exports: Load = async () => ({
  export: (await import("./export/export_command.ts")).exportCommand,
});
const calls = () => import("./calls/call_commands.ts");

const GROUPS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  "Read a chain:": {
    info: ["Show the state of the chain", "getChainInfo", "info --chain {segment}"],
    height: ["Print the height of the newest block", reads],
    block: ["Show a block", reads],
    tx: ["Show a transaction, in a block or pending", reads],
    account: ["Show an account, with its tokens", reads],
    balance: ["Show a balance, now or at a past height", reads],
    blocks: ["List blocks", "listBlocks", "blocks --limit 3 --chain {segment}"],
    txs: ["List transactions", "listTransactions", "txs --type transfer --all --ndjson"],
    validators: ["List validators", "listValidators", "validators --status all"],
    validator: ["Show a validator", "getValidator", "validator dx1njg93zhl3q88znzw777zqhc8…"],
    proposals: ["List proposals", "listProposals", "proposals --status passed"],
    proposal: ["Show a proposal", "getProposal", "proposal 3"],
    record: ["Show a record of alpha", "alpha_getRecord", "record 0x7a9c4c207b9e26be4bba2b45dc57…"],
    watch: ["Print events as they arrive", () => import("./reads/watch_command.ts")],
  },
  "Submit transactions:": {
    transfer: ["Sign and submit a transfer of tokens", transfers],
    send: ["Submit a signed transaction", submissions],
    receipt: ["Show the receipt of a transaction, or wait for it", submissions],
  },
  "Call anything:": {
    api: ["Call a REST operation", async () => ({ api: (await calls()).apiCommand() })],
    rpc: ["Call a JSON-RPC method", async () => ({ rpc: (await calls()).rpcCommand() })],
  },
  "Work with a deployed service:": {
    export: ["Export blocks or transactions to a file", exports],
    deliver: ["Deliver events to a webhook or to standard output", deliveries],
    mcp: ["Offer the reads as tools over the Model Context Protocol", tools],
    doctor: ["Compare a service with the specs", () => import("./doctor/doctor_command.ts")],
  },
  "Run a service:": {
    serve: ["Run the service on an embedded devnet", () => import("./serve/serve_command.ts")],
    warm: ["Fill the cache of a gateway", () => import("./warm/warm_command.ts")],
    status: ["Show the state of running processes", () => import("./status/status_command.ts")],
    dev: ["Control a devnet", () => import("./dev/dev_command.ts")],
    key: ["Issue, list and revoke API keys", () => import("./key_command.ts")],
    copy: ["Copy persisted chains to another folder or database", stores],
    backup: ["Copy a data folder while a service runs", stores],
    migrate: ["Create or upgrade the PostgreSQL schema that services share", stores],
    check: ["Check persisted chains in full", stores],
  },
  "This command line:": {
    completion: ["Print the completion script of a shell", completions],
    config: ["Show and change settings", () => import("./settings/config_command.ts")],
  },
};

/** Every command, by its name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]) => {
      return [name, { group, summary: row[0], load: () => loadCommand(name, row) }];
    }),
  ),
);

async function loadCommand(name: string, [, source, example = ""]: Row): Promise<CommandSpec> {
  if (typeof source === "string") return (await calls()).shortForm(source, example);
  return ((await source()) as Readonly<Record<string, CommandSpec>>)[name] as CommandSpec;
}
