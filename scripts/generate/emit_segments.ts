import { textAt } from "../specs/json.ts";
import type { Model } from "../specs/model/mod.ts";
import { docComment, HEADER, literal, propertyKey, union } from "./source_text.ts";

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
  const chainOf = rows.map(
    ([name, row]) =>
      `${docComment([textAt(row, "description")], "  ")}\n  ${propertyKey(name)}: ${union([textAt(row, "chain")])};`,
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
