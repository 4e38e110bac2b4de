// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** A chain of the service. */
export type Chain = "alpha" | "delta";

/** A network of a chain. */
export type Network = "mainnet" | "testnet";

/** One chain on one network, as it stands in a URL. */
export type Segment = "alpha" | "alpha-testnet" | "delta" | "delta-testnet";

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
  /**
   * Mainnet of alpha.
   */
  alpha: "alpha";
  /**
   * Testnet of alpha.
   */
  "alpha-testnet": "alpha";
  /**
   * Mainnet of delta.
   */
  delta: "delta";
  /**
   * Testnet of delta.
   */
  "delta-testnet": "delta";
}

/** Every segment of the specs. */
export const SEGMENTS: Readonly<Record<Segment, SegmentInfo>> = {
  alpha: {"chain":"alpha","network":"mainnet","addressPrefix":"ax1"},
  "alpha-testnet": {"chain":"alpha","network":"testnet","addressPrefix":"ax1"},
  delta: {"chain":"delta","network":"mainnet","addressPrefix":"dx1"},
  "delta-testnet": {"chain":"delta","network":"testnet","addressPrefix":"dx1"},
};

/** Every chain of the specs. */
export const CHAINS: readonly Chain[] = [
  "alpha",
  "delta"
];

/** Every network of the specs. */
export const NETWORKS: readonly Network[] = [
  "mainnet",
  "testnet"
];

/** The first segment of each chain in the specs, its default. */
export const FIRST_SEGMENTS = {
  alpha: "alpha",
  delta: "delta",
} as const satisfies { readonly [C in Chain]: Segment };

/** The segment that examples are of. */
export const EXAMPLE_SEGMENT: Segment = "delta";

/** The first segment of any chain. */
export type FirstSegment = (typeof FIRST_SEGMENTS)[Chain];

/** URL templates of the servers. */
export const SERVERS = {
  "rest": "{apiHost}/v1/{segment}",
  "{apiHost}/v1": "{apiHost}/v1",
  "rpc": "{apiHost}/rpc/{segment}",
  "ws": "{wsHost}/ws/{segment}"
} as const;
