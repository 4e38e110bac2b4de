/** A module: the folder or file below `src` that it is, and what it may import. */
export interface ModuleRule {
  /** Modules it may import, beside its own files. */
  readonly imports: readonly string[];
  /** True if it may import Node's own modules. */
  readonly node?: boolean;
  /** True if it runs on Node 20, and so uses nothing newer. */
  readonly node20?: boolean;
}

const VALUES = ["units", "tables.ts", "generated"];
const CALLS = [...VALUES, "zod", "validation", "errors", "chains", "transport", "generated/client"];
const SPECS = [...VALUES, "zod", "validation", "chains", "generated/service"];
const LEDGER = [
  ...VALUES,
  "chains",
  "devnet",
  "service/crypto.ts",
  "service/chain/state_tree",
  "service/chain/ledger",
];
const CHAIN = [
  "service/chain/state_tree",
  "service/chain/ledger",
  "service/chain/store",
  "service/chain/block_source.ts",
];
const HANDLERS = [
  ...SPECS,
  ...CHAIN,
  "validation",
  "service/request.ts",
  "service/api/views.ts",
  "service/api/context",
];
const ACCESS = ["service/access/identity", "service/access/keys", "service/access/rate_limit"];

/**
 * What each module may import. The client's modules never import the service's, nor the other way round.
 *
 * A longer name wins: `service/chain/store` is a module of its own, not a part of `service`.
 */
export const MODULES: Readonly<Record<string, ModuleRule>> = {
  units: { imports: [], node20: true },
  "tables.ts": { imports: ["units"], node20: true },
  generated: { imports: ["units", "tables.ts"] },
  zod: { imports: ["units"], node20: true },
  validation: { imports: ["tables.ts", "generated", "zod"], node20: true },
  "parameters.ts": { imports: ["tables.ts", "generated", "validation"], node20: true },
  "generated/client": { imports: [...VALUES, "zod", "validation", "parameters.ts"] },
  "generated/wire": { imports: ["zod", "validation"] },
  "generated/service": { imports: [...VALUES, "validation", "generated/wire"] },
  errors: { imports: [...VALUES, "validation"], node20: true },
  chains: { imports: [...VALUES, "validation"], node20: true },
  transport: { imports: [...VALUES, "validation", "errors", "chains"], node20: true },
  rest: { imports: [...CALLS, "parameters.ts"], node20: true },
  rpc: { imports: CALLS, node20: true },
  pagination: { imports: [...CALLS, "rest"], node20: true },
  drift: {
    imports: [...VALUES, "generated/wire", "zod", "validation", "errors", "chains", "transport"],
  },
  events: { imports: CALLS, node20: true },
  submission: { imports: [...CALLS, "rest", "rpc"], node20: true },
  schemas: { imports: ["zod", "validation", "generated/client"] },
  client: {
    imports: [...CALLS, "rest", "rpc", "pagination", "events", "submission"],
    node20: true,
  },
  query: {
    imports: [...CALLS, "rest", "rpc", "pagination", "events", "client"],
    node20: true,
  },
  "mod.ts": { imports: ["units", "generated/client", "errors", "chains", "pagination", "client"] },
  devnet: { imports: [...VALUES, "validation", "chains"] },

  "service/crypto.ts": { imports: ["units"], node: true },
  "service/request.ts": { imports: ["tables.ts", "generated", "generated/service"] },
  "service/builtins.ts": { imports: [], node: true },
  "service/postgres.ts": { imports: [], node: true },
  "service/redis.ts": { imports: [], node: true },
  "service/chain/state_tree": { imports: ["units", "service/crypto.ts"] },
  "service/chain/ledger": { imports: LEDGER },
  "service/chain/store": {
    imports: [...LEDGER, "service/builtins.ts", "service/postgres.ts"],
    node: true,
  },
  "service/chain/block_source.ts": { imports: ["units", "service/chain/ledger"] },

  "service/api/context": { imports: [...SPECS, ...CHAIN] },
  "service/api/views.ts": { imports: [...VALUES, "generated/service", "service/chain/ledger"] },
  "service/api/events": { imports: [...SPECS, ...CHAIN, "service/api/views.ts"] },
  "service/api/rest": { imports: [...HANDLERS, "service/crypto.ts", "service/access/keys"] },
  "service/api/rpc": { imports: [...HANDLERS, "service/api/events"] },

  "service/api/served_chain.ts": { imports: ["service/api/context", "service/api/events"] },

  "service/upstream.ts": { imports: ["chains", "service/api/served_chain.ts"] },

  "service/access/keys": {
    imports: [
      "service/builtins.ts",
      ...VALUES,
      "zod",
      "generated/wire",
      "generated/service",
      "service/crypto.ts",
      "service/postgres.ts",
    ],
    node: true,
  },
  "service/access/identity/identify.ts": {
    imports: [...VALUES, "service/access/keys", "service/request.ts"],
    node: true,
  },
  "service/options": {
    imports: [
      ...VALUES,
      "chains",
      "generated/service",
      "service/access/identity/identify.ts",
      "service/server/logs.ts",
      "service/upstream.ts",
    ],
  },
  "service/access/identity": {
    imports: [
      ...VALUES,
      "generated/service",
      "service/request.ts",
      "service/access/identity/identify.ts",
    ],
  },
  "service/access/rate_limit": {
    imports: [...VALUES, "service/options", "service/redis.ts", "service/request.ts"],
  },

  "service/devnet/faults.ts": { imports: ["zod", "generated/service", "service/crypto.ts"] },
  "service/devnet/traffic": { imports: LEDGER },
  "service/devnet/producer": {
    imports: [...LEDGER, ...CHAIN, "service/devnet/traffic", "service/options"],
  },
  "service/devnet/example_chain.ts": {
    imports: [...LEDGER, ...CHAIN, "service/devnet/producer", "service/devnet/traffic"],
  },
  "service/devnet/control": {
    imports: [
      ...SPECS,
      ...CHAIN,
      "service/crypto.ts",
      "service/access/identity",
      "service/request.ts",
      "service/api/context",
      "service/api/rpc",
      "service/devnet/faults.ts",
      "service/devnet/producer",
    ],
  },

  "service/fleet": {
    imports: [
      ...LEDGER,
      ...CHAIN,
      "service/access/keys",
      "service/access/rate_limit",
      "service/devnet/producer",
      "service/options",
      "service/postgres.ts",
      "service/redis.ts",
    ],
    node: true,
  },

  "service/server/data_folder": {
    imports: [
      ...SPECS,
      ...CHAIN,
      "service/access/keys",
      "service/request.ts",
      "service/api/context",
      "service/api/events",
      "service/api/rest",
      "service/api/rpc",
      "service/api/served_chain.ts",
      "service/api/views.ts",
      "service/devnet/control",
      "service/devnet/example_chain.ts",
      "service/devnet/producer",
      "service/fleet",
      "service/options",
    ],
    node: true,
  },
  "service/server/logs.ts": {
    imports: [
      ...VALUES,
      "chains",
      "service/request.ts",
      "service/api/context",
      "service/chain/block_source.ts",
      "service/devnet/faults.ts",
    ],
  },
  "service/server/port.ts": { imports: ["service/request.ts", "service/api/events"] },
  "service/server/metrics": {
    imports: [
      "chains",
      "service/request.ts",
      "service/api/context",
      "service/api/events",
      "service/api/served_chain.ts",
      "service/server/data_folder",
      "service/server/port.ts",
    ],
  },
  "service/server/parts.ts": {
    imports: [
      "chains",
      "service/access/identity",
      "service/access/keys",
      "service/access/rate_limit",
      "service/api/context",
      "service/devnet/control",
      "service/devnet/faults.ts",
      "service/server/data_folder",
      "service/server/logs.ts",
      "service/server/metrics",
      "service/server/port.ts",
    ],
  },
  "service/server/pages": {
    imports: [
      ...SPECS,
      "service/crypto.ts",
      "service/access/identity",
      "service/request.ts",
      "service/api/context",
      "service/api/rest",
      "service/server/metrics",
      "service/server/parts.ts",
    ],
    node: true,
  },
  "service/server/pipeline": {
    imports: [
      ...SPECS,
      ...ACCESS,
      "service/request.ts",
      "service/api/context",
      "service/api/events",
      "service/api/rest",
      "service/api/rpc",
      "service/api/served_chain.ts",
      "service/devnet/faults.ts",
      "service/builtins.ts",
      "service/server/data_folder",
      "service/server/logs.ts",
      "service/server/pages",
      "service/server/parts.ts",
      "service/server/port.ts",
    ],
    node: true,
  },
  "service/server/http": {
    imports: [
      "service/request.ts",
      "service/builtins.ts",
      "service/options",
      "service/server/pipeline",
      "service/server/port.ts",
    ],
    node: true,
  },
  "service/server/websocket": {
    imports: [...SPECS, "service/server/http", "service/server/port.ts"],
    node: true,
  },
  "service/server": {
    imports: [
      ...SPECS,
      ...ACCESS,
      ...CHAIN,
      "service/request.ts",
      "service/api/context",
      "service/api/events",
      "service/api/rest",
      "service/api/served_chain.ts",
      "service/devnet/control",
      "service/devnet/example_chain.ts",
      "service/devnet/faults.ts",
      "service/devnet/producer",
      "service/fleet",
      "service/options",
      "service/redis.ts",
      "service/server/data_folder",
      "service/server/http",
      "service/server/logs.ts",
      "service/server/metrics",
      "service/server/pages",
      "service/server/parts.ts",
      "service/server/pipeline",
      "service/server/port.ts",
      "service/upstream.ts",
      "service/server/websocket",
    ],
    node: true,
  },
  service: {
    imports: [
      "service/access/keys",
      "service/request.ts",
      "service/api/context",
      "service/api/events",
      "service/api/rest",
      "service/api/served_chain.ts",
      "service/builtins.ts",
      "service/devnet/control",
      "service/devnet/faults.ts",
      "service/server",
      "service/upstream.ts",
    ],
  },
  "upstream/options.ts": { imports: [...CALLS, "events", "service/options"] },
  upstream: {
    imports: [
      "upstream/options.ts",
      ...[...CALLS, "mod.ts", "client", "rest", "rpc", "events", "submission"],
      ...["generated/service", "service", "service/options", "service/chain/store"],
    ],
    node: true,
  },
  testing: { imports: [...VALUES, "chains", "devnet", "client", "service"] },
  cli: {
    imports: [
      ...[...VALUES, "chains", "errors", "validation", "transport", "rest", "rpc", "pagination"],
      ...[
        "events",
        "drift",
        "devnet",
        "schemas",
        "client",
        "service",
        "service/options",
        "upstream",
        "upstream/options.ts",
        "generated/client",
        "generated/wire",
        "generated/service",
      ],
    ],
    node: true,
  },
};

/** The module that `file`, a path below `src`, belongs to. */
export function moduleOf(
  file: string,
  modules: Readonly<Record<string, ModuleRule>>,
): string | undefined {
  const names = Object.keys(modules).filter((name) => file === name || file.startsWith(`${name}/`));
  return names.toSorted((a, b) => b.length - a.length)[0];
}
