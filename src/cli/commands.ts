import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** A command of the program: what the help says of it, and what loads it. */
export interface CommandEntry {
  /** Heading that it stands under. */
  readonly group: string;
  readonly summary: string;
  /** Loads the command, and not yet what its action needs. */
  readonly load: (terminal: Terminal) => Promise<Command>;
}

type Rows = Readonly<Record<string, Omit<CommandEntry, "group">>>;

/** The reads that are a call under a short name. */
const SHORT_FORMS = {
  blocks: "List blocks",
  txs: "List transactions",
  validators: "List validators",
  validator: "Show a validator",
  proposals: "List proposals",
  proposal: "Show a proposal",
  record: "Show a record of alpha",
} as const;

const READ: Rows = {
  block: {
    summary: "Show a block",
    load: async (terminal) => (await import("./reads/read_commands.ts")).blockCommand(terminal),
  },
  tx: {
    summary: "Show a transaction, in a block or pending",
    load: async (terminal) => (await import("./reads/read_commands.ts")).txCommand(terminal),
  },
  account: {
    summary: "Show an account, with its tokens",
    load: async (terminal) => (await import("./reads/read_commands.ts")).accountCommand(terminal),
  },
  balance: {
    summary: "Show a balance, now or at a past height",
    load: async (terminal) => (await import("./reads/read_commands.ts")).balanceCommand(terminal),
  },
  ...Object.fromEntries(
    Object.entries(SHORT_FORMS).map(([name, summary]) => [name, shortFormEntry(name, summary)]),
  ),
  watch: {
    summary: "Print events as they arrive",
    load: async (terminal) => (await import("./reads/watch_command.ts")).watchCommand(terminal),
  },
};

const SEND: Rows = {
  send: {
    summary: "Submit a signed transaction",
    load: async (terminal) => (await import("./reads/submit_commands.ts")).sendCommand(terminal),
  },
  receipt: {
    summary: "Show the receipt of a transaction, or wait for it",
    load: async (terminal) => (await import("./reads/submit_commands.ts")).receiptCommand(terminal),
  },
};

const CALL: Rows = {
  api: {
    summary: "Call a REST operation",
    load: async (terminal) => (await import("./calls/call_commands.ts")).apiCommand(terminal),
  },
  rpc: {
    summary: "Call a JSON-RPC method",
    load: async (terminal) => (await import("./calls/call_commands.ts")).rpcCommand(terminal),
  },
};

const TOOLS: Rows = {
  export: {
    summary: "Export blocks or transactions to a file",
    load: async (terminal) => (await import("./export/export_command.ts")).exportCommand(terminal),
  },
  mcp: {
    summary: "Offer the reads as tools over the Model Context Protocol",
    load: async (terminal) => (await import("./mcp/mcp_command.ts")).mcpCommand(terminal),
  },
  doctor: {
    summary: "Compare a service with the specs",
    load: async (terminal) => (await import("./doctor/doctor_command.ts")).doctorCommand(terminal),
  },
};

const SERVE: Rows = {
  serve: {
    summary: "Run the service on an embedded devnet",
    load: async (terminal) => (await import("./serve/serve_command.ts")).serveCommand(terminal),
  },
  dev: {
    summary: "Control a devnet",
    load: async (terminal) => (await import("./dev/dev_command.ts")).devCommand(terminal),
  },
  key: {
    summary: "Issue, list and revoke API keys",
    load: async () => (await import("./key_command.ts")).keyCommand(),
  },
  dump: {
    summary: "Write a persisted chain as lines of JSON",
    load: async () => (await import("./store_commands.ts")).dumpCommand(),
  },
  load: {
    summary: "Replay a dump into a folder",
    load: async () => (await import("./store_commands.ts")).loadCommand(),
  },
  migrate: {
    summary: "Create or upgrade the PostgreSQL schema that services share",
    load: async () => (await import("./store_commands.ts")).migrateCommand(),
  },
  check: {
    summary: "Check persisted chains in full",
    load: async () => (await import("./store_commands.ts")).checkCommand(),
  },
};

const SHELL: Rows = {
  completion: {
    summary: "Print the completion script of a shell",
    load: async (terminal) =>
      (await import("./completion/completion_command.ts")).completionCommand(terminal),
  },
  config: {
    summary: "Show and change settings",
    load: async (terminal) =>
      (await import("./settings/config_command.ts")).configCommand(terminal),
  },
};

/** Every command, by its name, in the order of the help. */
export const COMMANDS: ReadonlyMap<string, CommandEntry> = new Map([
  ...grouped("Read a chain:", READ),
  ...grouped("Submit transactions:", SEND),
  ...grouped("Call anything:", CALL),
  ...grouped("Work with a deployed service:", TOOLS),
  ...grouped("Run a service:", SERVE),
  ...grouped("This command line:", SHELL),
]);

function grouped(group: string, rows: Rows): [string, CommandEntry][] {
  return Object.entries(rows).map(([name, row]) => [name, { group, ...row }]);
}

function shortFormEntry(name: string, summary: string): Omit<CommandEntry, "group"> {
  return {
    summary,
    load: async (terminal) =>
      (await import("./calls/call_commands.ts")).shortForm(
        terminal,
        name as keyof typeof SHORT_FORMS,
      ),
  };
}
