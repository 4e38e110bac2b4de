/** What a module may import. A module is a folder or a file below `src` or `explorer`; it always may import its own files. */
interface ModuleRule {
  readonly imports: readonly string[];
  /** True if it may import Node's own modules. */
  readonly node?: boolean;
}

/**
 * Modules with what they may import: names of modules, separated by spaces. Each of these may be imported, and what it may
 * import itself; behind `only`, these alone. A name has its own row above.
 */
type Table = Readonly<Record<string, string>>;

/** Modules that client and service import. */
const SHARED: Table = {
  units: "",
  "tables.ts": "units",
  generated: "tables.ts",
  "argument_text.ts": "tables.ts",
  "call_cost.ts": "generated",
  zod: "units",
  validation: "generated zod",
  chains: "validation",
  "telemetry.ts": "",
  "node_floor.ts": "",
  "notify.ts": "",
};

/** The client, which never imports the service. It runs in browsers. */
const CLIENT: Table = {
  errors: "validation",
  "parameters.ts": "validation",
  "generated/client": "parameters.ts",
  transport: "chains errors telemetry.ts node_floor.ts notify.ts",
  rest: "transport generated/client",
  rpc: "transport generated/client",
  pagination: "rest",
  events: "transport generated/client call_cost.ts",
  submission: "rest rpc",
  schemas: "generated/client",
  client: "pagination events submission",
  query: "client",
  "mod.ts": "only units generated/client errors chains pagination client",
};

/** Tables of both specs as a whole, signing, and tools of processes: neither client nor service. */
const TOOLS: Table = {
  "generated/wire": "validation",
  "generated/service": "generated/wire",
  drift: "argument_text.ts generated/wire client",
  devnet: "chains",
  "durability.ts": "",
  "durable_files.ts": "",
  "file_lock.ts": "",
  "ip_addresses.ts": "",
};

/** The service, which never imports the client. Names below `src/service` stand without that prefix. */
const SERVICE: Table = {
  "lru_cache.ts": "",
  "crypto.ts": "units lru_cache.ts",
  "turns.ts": "",
  "subject_counts.ts": "",
  "builtins.ts": "node_floor.ts",
  "sql_schema.ts": "",
  "sqlite_statements.ts": "",
  "sqlite.ts": "builtins.ts durability.ts durable_files.ts sql_schema.ts sqlite_statements.ts",
  "postgres_connection.ts": "",
  "postgres_commit.ts": "postgres_connection.ts",
  "postgres.ts": "postgres_connection.ts postgres_commit.ts",
  "redis.ts": "",
  "outages.ts": "",
  "request.ts": "generated/service telemetry.ts",
  "event_retention.ts": "only generated",
  "refusal_text.ts": "only generated",

  "chain/state_tree": "crypto.ts",
  "chain/ledger": "chain/state_tree devnet refusal_text.ts",
  "chain/store": "chain/ledger event_retention.ts sqlite.ts postgres.ts",
  "chain/block_source.ts": "chain/ledger",

  "access/keys": "generated/service crypto.ts sqlite.ts postgres.ts outages.ts",
  "access/identity.ts": "request.ts access/keys ip_addresses.ts",

  "api/context": "turns.ts generated/service chain/store chain/block_source.ts",
  "api/views.ts": "generated/service chain/ledger",
  "api/events": "turns.ts subject_counts.ts request.ts api/context api/views.ts chain/store",
  "api/rest": "request.ts api/context api/views.ts",
  "api/rpc": "turns.ts request.ts api/context api/events call_cost.ts",
  "api/served_chain.ts": "api/context api/events durability.ts event_retention.ts",

  "devnet/faults.ts": "generated/service crypto.ts",
  "devnet/traffic": "chain/ledger",
  "server/logs.ts": `
    only units generated chains request.ts chain/block_source.ts devnet/faults.ts telemetry.ts
  `,
  options: `
    only generated chains generated/service ip_addresses.ts server/logs.ts
    api/served_chain.ts event_retention.ts durability.ts
  `,
  "access/rate_limit": "request.ts redis.ts options turns.ts",
  "devnet/producer": "outages.ts turns.ts chain/store chain/block_source.ts devnet/traffic options",
  "devnet/control": "turns.ts access/identity.ts api/rpc devnet/faults.ts devnet/producer",
  fleet: "postgres.ts outages.ts access/keys devnet/producer",

  "server/data_folder": `
    api/rest api/rpc api/served_chain.ts devnet/control fleet file_lock.ts
  `,
  "server/metrics": `
    only chains request.ts api/events api/served_chain.ts server/data_folder
  `,
  "server/backend.ts": `
    only access/keys access/rate_limit api/events api/served_chain.ts fleet options redis.ts
    server/data_folder server/metrics
  `,
  "server/parts.ts": `
    only chains notify.ts request.ts access/identity.ts access/keys access/rate_limit chain/block_source.ts
    devnet/control devnet/faults.ts options subject_counts.ts server/data_folder server/backend.ts
    server/logs.ts server/metrics api/events
  `,
  "server/pages": `
    only units chains generated/service request.ts access/identity.ts api/context api/rest api/served_chain.ts
    server/metrics server/parts.ts
  `,
  "server/pipeline": `
    only generated chains generated/service builtins.ts request.ts access/keys access/identity.ts
    access/rate_limit api/context api/events api/rest api/rpc api/served_chain.ts turns.ts
    devnet/faults.ts server/data_folder server/logs.ts server/metrics server/pages server/parts.ts
    units telemetry.ts
  `,
  "server/http": "only request.ts subject_counts.ts builtins.ts options server/pipeline",
  "server/websocket.ts": "only turns.ts generated request.ts server/http",
  server: `
    api/context devnet/control fleet server/metrics server/parts.ts
    server/pipeline server/websocket.ts
  `,
};

/** Programs on the service, or on client and service, whose entry points they import. */
const PROGRAMS: Table = {
  service: `
    only service/request.ts service/access/keys service/api/context service/api/events
    service/api/rest service/api/served_chain.ts service/event_retention.ts service/sqlite.ts
    service/devnet/control service/devnet/faults.ts service/refusal_text.ts service/server
    durability.ts
  `,
  "upstream/options.ts": "events service/options",
  upstream: "client upstream/options.ts service/chain/store service/outages.ts service mod.ts",
  delivery: `
    only units generated generated/client validation chains errors transport events durability.ts
    ip_addresses.ts node_floor.ts notify.ts
  `,
  testing: "only units tables.ts node_floor.ts generated chains client devnet service",
  cli: `
    only units tables.ts generated zod validation errors chains transport events pagination
    schemas client drift devnet service service/options service/event_retention.ts upstream
    upstream/options.ts delivery generated/client generated/wire generated/service
    durable_files.ts file_lock.ts argument_text.ts
  `,
};

/** Drivers of databases and newer modules of Node: who imports one names it, also where a module that it names imports it. */
const DRIVERS = namesIn(
  "builtins.ts postgres_connection.ts postgres_commit.ts postgres.ts redis.ts",
).map(wholeName);

/** Modules that may import Node's own. */
const ON_NODE = namesIn(`
  crypto.ts builtins.ts sqlite.ts sqlite_statements.ts postgres_commit.ts postgres.ts redis.ts chain/store access/keys
  fleet server/data_folder server/pages server/pipeline server/http server/websocket.ts server cli upstream
  delivery durable_files.ts
`);

/** Every module of the package. A longer name wins: `service/chain/store` is a module of its own, not a part of `service`. */
export const MODULES: Readonly<Record<string, ModuleRule>> = rulesOf(
  { ...SHARED, ...CLIENT, ...TOOLS, ...SERVICE, ...PROGRAMS },
  wholeName,
);

/** The parts of the explorer, which imports the package as its users do. */
export const EXPLORER: Readonly<Record<string, ModuleRule>> = rulesOf({
  values: "",
  session: "values",
  live: "session",
  hooks: "live",
  charts: "values",
  components: "hooks charts",
  devnet: "components",
  pages: "devnet",
  "app.tsx": "pages",
  "main.tsx": "only app.tsx",
});

function rulesOf(
  table: Table,
  nameOf = (name: string): string => name,
): Record<string, ModuleRule> {
  const rules: Record<string, ModuleRule> = {};
  for (const [name, row] of Object.entries(table)) {
    const [first, ...others] = namesIn(row);
    const isOnly = first === "only";
    const imports = (isOnly ? others : namesIn(row)).map(nameOf).flatMap((below) => {
      const rule = rules[below];
      if (!rule)
        throw new TypeError(`Cannot read the modules: ${below} must be listed before ${name}`);
      const further = rule.imports.filter((each) => !DRIVERS.includes(each));
      return isOnly ? below : [below, ...further];
    });
    rules[nameOf(name)] = {
      imports: [...new Set(imports)],
      node: ON_NODE.includes(name),
    };
  }
  return rules;
}

function namesIn(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function wholeName(name: string): string {
  return name in SERVICE ? `service/${name}` : name;
}

/** The module that `file` belongs to. */
export function moduleOf(
  file: string,
  modules: Readonly<Record<string, ModuleRule>>,
): string | undefined {
  const names = Object.keys(modules).filter((name) => file === name || file.startsWith(`${name}/`));
  return names.toSorted((a, b) => b.length - a.length)[0];
}
