import { createHash } from "node:crypto";
import { type JsonObject, textAt } from "../specs/json.ts";
import type { Schemas } from "../specs/named_schemas.ts";
import type { Model, Operation } from "../specs/model/mod.ts";
import type { SpecFile } from "../specs/spec_file.ts";
import type { Specs } from "../specs/specs.ts";
import { describeParameter } from "./_table_rows.ts";
import { constantName } from "../specs/generated_names.ts";
import { docComment, HEADER, literal, member, propertyKey, union } from "./_source_text.ts";

/** Segments, chains and networks, and the URL templates of the servers. */
export function emitSegments({ segments, exampleSegment, servers }: Model): string {
  const rows = Object.entries(segments);
  const networks = [...new Set(rows.map(([, row]) => textAt(row, "network")))];
  const chains = [...new Set(rows.map(([, row]) => textAt(row, "chain")))];
  const first = rows.filter(
    ([, row], index) => rows.findIndex(([, other]) => other.chain === row.chain) === index,
  );
  const infos = rows.map(([name, row]) => {
    const { chain, network, addressPrefix } = row;
    return `  ${propertyKey(name)}: ${JSON.stringify({ chain, network, addressPrefix })},`;
  });
  const chainOf = rows.map(([name, row]) =>
    member(textAt(row, "description"), name, union([textAt(row, "chain")]), ";"),
  );
  return `${HEADER}
/** A chain of the service. */
export type Chain = ${union(chains)};

/** A network of a chain. */
export type Network = ${union(networks)};

/** One chain on one network, as it stands in a URL. */
export type Segment = ${union(rows.map(([name]) => name))};

/** A segment: a chain on a network. */
export interface SegmentInfo {
  /** The chain. */
  readonly chain: Chain;
  /** The network of it. */
  readonly network: Network;
  /** Prefix of the chain's addresses. */
  readonly addressPrefix: string;
}

/** The chain of each segment. */
export interface ChainOf {
${chainOf.join("\n")}
}

/** Every segment of the specs. */
export const SEGMENTS: Readonly<Record<Segment, SegmentInfo>> = {
${infos.join("\n")}
};

/** Every chain of the specs. */
export const CHAINS: readonly Chain[] = ${literal(chains)};

/** Every network of the specs. */
export const NETWORKS: readonly Network[] = ${literal(networks)};

/** The first segment of each chain in the specs, its default. */
export const FIRST_SEGMENTS = {
${first.map(([name, row]) => `  ${propertyKey(textAt(row, "chain"))}: ${literal(name)},`).join("\n")}
} as const satisfies { readonly [C in Chain]: Segment };

/** The segment that examples are of. */
export const EXAMPLE_SEGMENT: Segment = ${literal(exampleSegment)};

/** The first segment of any chain. */
export type FirstSegment = (typeof FIRST_SEGMENTS)[Chain];

/** URL templates of the servers. */
export const SERVERS = ${literal(servers)} as const;
`;
}

/** The rate tiers. */
export function emitTiers({ tiers }: Model): string {
  const rows = Object.entries(tiers).map(([name, { requestsPerSecond, requestsPerDay }]) => [
    name,
    { requestsPerSecond, requestsPerDay },
  ]);
  const firstTier = (fits: (row: JsonObject) => boolean): string =>
    literal(Object.keys(tiers).find((name) => fits(tiers[name] ?? {})));
  const isUnlimited = ({ requestsPerSecond, requestsPerDay }: JsonObject): boolean =>
    requestsPerSecond === null && requestsPerDay === null;
  return `${HEADER}
import type { TierLimits } from "../tables.ts";

/** A rate tier. */
export type Tier = ${union(Object.keys(tiers))};

/** Every tier of the specs. */
export const TIERS: Readonly<Record<Tier, TierLimits>> = ${literal(Object.fromEntries(rows))};

/** Tier of requests without a key. */
export const KEYLESS_TIER: Tier = ${firstTier(({ assigned }) => assigned === "keyless")};

/** Tier of a key that is asked for. */
export const KEY_TIER: Tier = ${firstTier(({ assigned }) => assigned === "key")};

/** The first tier without limits. */
export const UNLIMITED_TIER: Tier | undefined = ${firstTier(isUnlimited)};
`;
}

/**
 * The bounds of requests, pages and connections, the costs of calls, operations with a limit of their own, and the header
 * and parameter of a key.
 */
export function emitLimits({
  limits,
  operations,
  methods,
  servers,
  keyHeader,
  keyParameter,
  dev,
  schemas,
}: Model): string {
  const limited = operations.flatMap(({ verb, server, path, limit }) => {
    if (limit === undefined) return [];
    const url = urlPattern(servers[server] + path);
    const method = literal(verb.toUpperCase());
    return [`\n  { method: ${method}, url: ${url}, limit: ${literal(limit)} },`];
  });
  const rows = Object.entries(limits).map(([name, row]) =>
    member(textAt(row, "description"), name, literal(row.value)),
  );
  const costs = methods.flatMap(({ name, parameters, cost }) => {
    const lists = cost.map((list) => {
      const [parameter = "", ...fields] = list.split(".");
      return [parameters.findIndex((each) => each.name === parameter), ...fields];
    });
    return lists.length > 0 ? [`\n  ${propertyKey(name)}: ${JSON.stringify(lists)},`] : [];
  });
  return `${HEADER}
import type { ListPath, OwnLimit } from "../tables.ts";

/** Bounds that the service holds to (decided). */
export const LIMITS = {
${rows.join("\n")}
} as const;

/** Items of the largest page that a list may be asked for (specified). */
export const PAGE_ITEMS = ${pageItems(operations, schemas)};

/** The lists of which each \`LIMITS.itemsPerRequest\` items cost one request more, by the method (decided). */
export const COSTS: Readonly<Record<string, readonly ListPath[]>> = {${costs.join("")}
};

/** The operations with a limit of their own (decided). */
export const OWN_LIMITS: readonly OwnLimit[] = [${limited.join("")}
];

/** Header that an API key is presented in (decided). */
export const API_KEY_HEADER = ${literal(keyHeader)} as const;

/** Header that the token of devnet control is presented in (extension). */
export const DEV_TOKEN_HEADER = ${literal(dev.header)} as const;

/** Query parameter that an API key is presented in on WebSocket (decided). */
export const API_KEY_PARAMETER = ${literal(keyParameter)} as const;
`;
}

/** The greatest `limit` of a list, as the interface specifies it. */
function pageItems(operations: readonly Operation[], schemas: Schemas): number {
  const maxima = operations
    .flatMap(({ items, parameters }) => (items === undefined ? [] : parameters))
    .filter(({ name }) => name === "limit")
    .map((parameter) => Number(describeParameter(parameter, schemas, "given").maximum ?? 1));
  return Math.max(1, ...maxima);
}

/** A pattern of the URLs of a template, as a literal. A host may serve the API below a path, so only the end tells. */
function urlPattern(template: string): string {
  const end = template.replace("{apiHost}", "").replace(/[.*+?^$()|[\]\\/]/g, String.raw`\$&`);
  return String.raw`/^[^?#]*${end.replace(/\{\w+\}/g, String.raw`[^/?#]+`)}(?:[?#]|$)/`;
}

/** Both error tables. The meaning of an error stands in comments alone, so that programs do not carry it. */
export function emitErrors({ restErrors, rpcErrors }: Model): string {
  const rest = Object.entries(restErrors).map(([code, row]) =>
    member(textAt(row, "description"), code, JSON.stringify({ status: row.status })),
  );
  const singles = Object.entries(rpcErrors).map(([name, row]) => {
    const comment = docComment([textAt(row, "x-description")]);
    const code = constantName(name);
    return `${comment}
export const ${code} = ${String(row.code)};

/** The same with its message, by itself: small programs need no more. */
export const ${code}_ROW = { code: ${code}, message: ${JSON.stringify(row.message)} } as const;`;
  });
  const rpc = Object.entries(rpcErrors).map(
    ([name]) => `  ${propertyKey(name)}: ${constantName(name)}_ROW,`,
  );
  const codes = Object.values(rpcErrors).map((row) => String(row.code));
  return `${HEADER}
/** A code of a REST error. */
export type RestErrorCode = ${union(Object.keys(restErrors))};

/** REST error codes, with the HTTP status each is sent with. */
export const REST_ERRORS: Readonly<Record<RestErrorCode, { readonly status: number }>> = {
${rest.join("\n")}
};

/** Name of a JSON-RPC error. */
export type RpcErrorName = ${union(Object.keys(rpcErrors))};

/** A code of a JSON-RPC error. */
export type RpcErrorCode = ${codes.join(" | ") || "never"};

${singles.join("\n\n")}

/** Every code, by itself. */
export const RPC_CODES: readonly RpcErrorCode[] = [
  ${Object.keys(rpcErrors).map(constantName).join(", ")},
];

/** JSON-RPC errors: code and message by name. */
export const RPC_ERRORS: Readonly<
  Record<RpcErrorName, { readonly code: RpcErrorCode; readonly message: string }>
> = {
${rpc.join("\n")}
};
`;
}

/** Version and hash of each spec. */
export function emitSpecs({ openapi, openrpc }: Specs): string {
  return `${HEADER}
/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = ${literal({ openapi: identify(openapi), openrpc: identify(openrpc) })} as const;
`;
}

function identify({ value, text }: SpecFile): object {
  return {
    version: textAt(value, "info", "version"),
    sha256: createHash("sha256").update(text).digest("hex"),
  };
}
