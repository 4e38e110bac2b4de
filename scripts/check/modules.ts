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
  "service/ledger",
  "service/store",
  "service/views",
  "service/gateway",
];

/**
 * Which way the arrows run. The client's modules never lean on the service's, nor the other way round.
 *
 * A longer name wins: `service/store` is itself, not `service`.
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
  rpc: { imports: CALLS, strict: true },
  pagination: { imports: [...CALLS, "rest"], strict: true },
  drift: {
    imports: [...VALUES, "generated/drift", "validation", "errors", "chains", "transport"],
  },
  events: { imports: CALLS, strict: true },
  submission: { imports: [...CALLS, "rest", "rpc"], strict: true },
  schemas: { imports: ["generated/client"] },
  client: {
    imports: [...CALLS, "rest", "rpc", "pagination", "events", "submission"],
    strict: true,
  },
  "mod.ts": { imports: ["units", "generated/client", "errors", "chains", "pagination", "client"] },
  devnet: { imports: [...VALUES, "chains"] },
  "service/crypto.ts": { imports: ["units"], node: true },
  "service/ledger": { imports: CORE },
  "service/store": { imports: [...CORE, "service/ledger"], node: true },
  "service/source": { imports: [...CORE, "service/ledger", "service/store"] },
  "service/views": { imports: [...VALUES, "generated/service", "service/ledger"] },
  "service/events": {
    imports: [
      ...VALUES,
      "chains",
      "generated/service",
      "service/ledger",
      "service/store",
      "service/views",
    ],
  },
  "service/gateway": {
    imports: [
      ...VALUES,
      "chains",
      "generated/service",
      "service/ledger",
      "service/store",
      "service/source",
    ],
  },
  "service/limits": { imports: VALUES },
  "service/metrics": { imports: ["service/gateway"] },
  "service/keys": { imports: [...VALUES, "generated/service", "service/crypto.ts"], node: true },
  "service/rest": { imports: [...HANDLERS, "chains", "service/crypto.ts", "service/keys"] },
  "service/rpc": { imports: [...HANDLERS, "chains", "service/events"] },
  "service/dev": {
    imports: [...HANDLERS, "chains", "service/crypto.ts", "service/source", "service/rpc"],
  },
  "service/server": {
    imports: [
      ...HANDLERS,
      "chains",
      "service/crypto.ts",
      "service/dev",
      "service/source",
      "service/events",
      "service/keys",
      "service/limits",
      "service/metrics",
      "service/rest",
      "service/rpc",
    ],
    node: true,
  },
  service: { imports: ["service/server", "service/dev", "service/gateway", "service/keys"] },
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
