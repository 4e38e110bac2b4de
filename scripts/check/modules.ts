/** A module: the folder (or file) below `src` it is, and what it may lean on. */
export interface ModuleRule {
  /** Modules it may import, beside its own files. */
  readonly imports: readonly string[];
  /** Whether it may import Node's own modules. */
  readonly node?: boolean;
  /** Whether its files import each other in no circle, and use nothing that Node 20 lacks. */
  readonly strict?: boolean;
}

const VALUES = ["units", "generated"];
const CALLS = [...VALUES, "validation", "errors", "chains", "transport", "generated/client"];
const CORE = [...VALUES, "chains", "devnet", "service/crypto.ts"];
const HANDLERS = [
  ...VALUES,
  "validation",
  "generated/service",
  "service/chain/ledger",
  "service/chain/store",
  "service/api/views",
  "service/api/context",
];

/**
 * Which way the arrows run. The client's modules never lean on the service's, nor the other way round.
 *
 * A longer name wins: `service/chain/store` is itself, not `service`.
 */
export const MODULES: Readonly<Record<string, ModuleRule>> = {
  units: { imports: [], strict: true },
  generated: { imports: [] },
  validation: { imports: ["generated"], strict: true },
  "generated/client": { imports: [...VALUES, "validation"] },
  "generated/drift": { imports: ["validation"] },
  "generated/service": { imports: VALUES },
  errors: { imports: [...VALUES, "validation", "generated/client"], strict: true },
  chains: { imports: VALUES, strict: true },
  transport: { imports: [...VALUES, "validation", "errors", "chains"], strict: true },
  rest: { imports: CALLS, strict: true },
  rpc: { imports: CALLS },
  pagination: { imports: [...CALLS, "rest"] },
  drift: {
    imports: [...VALUES, "generated/drift", "validation", "errors", "chains", "transport"],
  },
  events: { imports: CALLS },
  submission: { imports: [...CALLS, "rest", "rpc"], strict: true },
  schemas: { imports: ["generated/client"] },
  client: {
    imports: [...CALLS, "rest", "rpc", "pagination", "events", "submission"],
    strict: true,
  },
  "mod.ts": { imports: ["units", "generated/client", "errors", "chains", "pagination", "client"] },
  devnet: { imports: [...VALUES, "chains"] },
  "service/crypto.ts": { imports: ["units"], node: true },
  "service/chain/state_tree": { imports: ["units", "service/crypto.ts"], strict: true },
  "service/chain/ledger": { imports: [...CORE, "service/chain/state_tree"] },
  "service/chain/store": {
    imports: [...CORE, "service/chain/state_tree", "service/chain/ledger"],
    node: true,
  },
  "service/chain/block_source.ts": { imports: ["units", "service/chain/ledger"] },
  "service/devnet/producer": {
    imports: [
      ...CORE,
      "service/chain/state_tree",
      "service/chain/ledger",
      "service/chain/store",
      "service/chain/block_source.ts",
    ],
  },
  "service/api/views": { imports: [...VALUES, "generated/service", "service/chain/ledger"] },
  "service/api/events": {
    imports: [
      ...VALUES,
      "chains",
      "generated/service",
      "service/chain/state_tree",
      "service/chain/ledger",
      "service/chain/store",
      "service/api/views",
    ],
  },
  "service/api/context": {
    imports: [
      ...VALUES,
      "chains",
      "generated/service",
      "service/chain/ledger",
      "service/chain/store",
      "service/chain/block_source.ts",
    ],
  },
  "service/access/rate_limit": { imports: VALUES },
  "service/access/identity": { imports: ["service/api/context"], node: true },
  "service/access/keys": {
    imports: [...VALUES, "generated/service", "service/crypto.ts"],
    node: true,
  },
  "service/api/rest": {
    imports: [...HANDLERS, "chains", "service/crypto.ts", "service/access/keys"],
  },
  "service/api/rpc": { imports: [...HANDLERS, "chains", "service/api/events"] },
  "service/devnet/control": {
    imports: [
      ...HANDLERS,
      "chains",
      "service/crypto.ts",
      "service/chain/block_source.ts",
      "service/devnet/producer",
      "service/api/rpc",
    ],
  },
  "service/server": {
    imports: [
      ...HANDLERS,
      "chains",
      "service/crypto.ts",
      "service/devnet/control",
      "service/devnet/producer",
      "service/api/events",
      "service/access/identity",
      "service/access/keys",
      "service/access/rate_limit",
      "service/api/rest",
      "service/api/rpc",
    ],
    node: true,
  },
  service: {
    imports: [
      "service/server",
      "service/devnet/control",
      "service/api/context",
      "service/access/keys",
    ],
  },
  testing: { imports: [...VALUES, "chains", "devnet", "client", "service"] },
  cli: { imports: [...VALUES, "chains", "service"], node: true },
};

/** The module that `file`, a path below `src`, belongs to. */
export function moduleOf(
  file: string,
  modules: Readonly<Record<string, ModuleRule>>,
): string | undefined {
  const names = Object.keys(modules).filter((name) => file === name || file.startsWith(`${name}/`));
  return names.toSorted((a, b) => b.length - a.length)[0];
}
