import type { OperationId } from "../generated/client/operations.gen.ts";
import type { MethodName } from "../generated/client/methods.gen.ts";
import type { CommandSpec } from "./command.ts";

/** A command of the program: what the help says of it, and what loads it. */
interface CommandEntry {
  /** Heading that it stands under. */
  readonly group: string;
  readonly summary: string;
  /** Loads its declaration, and not yet what it needs to run. */
  readonly load: () => Promise<CommandSpec>;
}

type Rows = Readonly<Record<string, readonly [summary: string, load: CommandEntry["load"]]>>;

const reads = () => import("./reads/read_commands.ts");
const submissions = () => import("./reads/submit_commands.ts");
const calls = () => import("./calls/call_commands.ts");
const stores = () => import("./store_commands.ts");

const GROUPS: Readonly<Record<string, Rows>> = {
  "Read a chain:": {
    info: ["Show the state of the chain", short("getChainInfo", "info --chain {segment}")],
    height: ["Print the height of the newest block", from(reads, "height")],
    block: ["Show a block", from(reads, "block")],
    tx: ["Show a transaction, in a block or pending", from(reads, "tx")],
    account: ["Show an account, with its tokens", from(reads, "account")],
    balance: ["Show a balance, now or at a past height", from(reads, "balance")],
    blocks: ["List blocks", short("listBlocks", "blocks --limit 3 --chain {segment}")],
    txs: ["List transactions", short("listTransactions", "txs --type transfer --all --ndjson")],
    validators: ["List validators", short("listValidators", "validators --status all")],
    validator: [
      "Show a validator",
      short("getValidator", "validator dx1njg93zhl3q88znzw777zqhc8…"),
    ],
    proposals: ["List proposals", short("listProposals", "proposals --status passed")],
    proposal: ["Show a proposal", short("getProposal", "proposal 3")],
    record: [
      "Show a record of alpha",
      short("alpha_getRecord", "record 0x7a9c4c207b9e26be4bba2b45dc57…"),
    ],
    watch: ["Print events as they arrive", from(() => import("./reads/watch_command.ts"), "watch")],
  },
  "Submit transactions:": {
    transfer: [
      "Sign and submit a transfer of tokens",
      from(() => import("./transfer/transfer_command.ts"), "transfer"),
    ],
    send: ["Submit a signed transaction", from(submissions, "send")],
    receipt: ["Show the receipt of a transaction, or wait for it", from(submissions, "receipt")],
  },
  "Call anything:": {
    api: ["Call a REST operation", async () => (await calls()).apiCommand()],
    rpc: ["Call a JSON-RPC method", async () => (await calls()).rpcCommand()],
  },
  "Work with a deployed service:": {
    export: [
      "Export blocks or transactions to a file",
      from(() => import("./export/export_command.ts"), "exportCommand"),
    ],
    deliver: [
      "Deliver events to a webhook or to standard output",
      from(() => import("./deliver/deliver_command.ts"), "deliverCommand"),
    ],
    mcp: [
      "Offer the reads as tools over the Model Context Protocol",
      from(() => import("./mcp/mcp_command.ts"), "mcp"),
    ],
    doctor: [
      "Compare a service with the specs",
      from(() => import("./doctor/doctor_command.ts"), "doctor"),
    ],
  },
  "Run a service:": {
    serve: [
      "Run the service on an embedded devnet",
      from(() => import("./serve/serve_command.ts"), "serveCommand"),
    ],
    warm: ["Fill the cache of a gateway", from(() => import("./warm/warm_command.ts"), "warm")],
    status: [
      "Show the state of running processes",
      from(() => import("./status/status_command.ts"), "status"),
    ],
    dev: ["Control a devnet", from(() => import("./dev/dev_command.ts"), "dev")],
    key: ["Issue, list and revoke API keys", from(() => import("./key_command.ts"), "key")],
    copy: ["Copy persisted chains to another folder or database", from(stores, "copy")],
    backup: ["Copy a data folder while a service runs", from(stores, "backup")],
    migrate: [
      "Create or upgrade the PostgreSQL schema that services share",
      from(stores, "migrate"),
    ],
    check: ["Check persisted chains in full", from(stores, "check")],
  },
  "This command line:": {
    completion: [
      "Print the completion script of a shell",
      from(() => import("./completion/completion_command.ts"), "completion"),
    ],
    config: [
      "Show and change settings",
      from(() => import("./settings/config_command.ts"), "config"),
    ],
  },
};

/** Every command, by its name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, [summary, load]]) => [name, { group, summary, load }]),
  ),
);

/** Loads the command that a module exports under a name. */
function from<Name extends string>(
  load: () => Promise<Readonly<Record<Name, CommandSpec>>>,
  name: Name,
): CommandEntry["load"] {
  return async () => (await load())[name];
}

function short(call: OperationId | MethodName, example: string): CommandEntry["load"] {
  return async () => (await calls()).shortForm(call, example);
}
