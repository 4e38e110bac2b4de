import type { JsonObject } from "../json.ts";
import type { Schemas } from "../layer.ts";

/** A parameter of an operation or a method. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "positional";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

/** Where new items of a list come in, `start` or `end`; or that by the values of parameters. */
export type Growth = string | JsonObject;

/** Which height of the chain an answer shows, and what can change the answer. */
export interface HeightMark {
  readonly field: string;
  readonly settles: boolean;
  readonly hash: string | undefined;
}

/** A REST operation. */
export interface Operation {
  readonly id: string;
  readonly verb: string;
  readonly path: string;
  /** Which server template it is reached on. */
  readonly server: "rest" | "keys";
  readonly summary: string;
  readonly description: string;
  /** Whether the interface gives it, or why it was decided. */
  readonly source: string;
  readonly parameters: readonly Parameter[];
  /** Name of the schema of the request body. */
  readonly body: string | undefined;
  /** Name of the schema of `data`. */
  readonly data: string;
  /** Status of a success. */
  readonly status: number;
  /** Schema of a success: the envelope around `data`. */
  readonly envelope: JsonObject;
  /** Statuses of refusals, and the name of their schema. */
  readonly failures: Readonly<Record<string, string>>;
  /** Key of the items in `data`, for lists. */
  readonly items: string | undefined;
  /** Field that tells the items of a list apart. */
  readonly key: string | undefined;
  /** Where new items of a list come in. */
  readonly grows: Growth | undefined;
  readonly height: HeightMark | undefined;
  readonly safe: boolean;
  readonly chains: readonly string[];
}

/** A JSON-RPC method, or a simplified call. */
export interface Method {
  readonly name: string;
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  readonly summary: string;
  readonly description: string;
  /** Whether the interface gives it, or why it was decided. */
  readonly source: string;
  readonly parameters: readonly Parameter[];
  readonly result: JsonObject;
  readonly height: HeightMark | undefined;
  readonly safe: boolean;
  readonly chains: readonly string[];
}

/** A topic of subscriptions. */
export interface Topic {
  readonly name: string;
  readonly description: string;
  readonly payload: JsonObject;
  readonly filter: JsonObject | undefined;
  /** Whether it carries a notice where the chain was reorganised. */
  readonly reorgNotice: boolean;
  readonly chains: readonly string[];
}

/** The control of the devnet. */
export interface DevControl {
  readonly methods: readonly Method[];
  /** Header that carries the token. */
  readonly header: string;
  /** Headers that a request must not have; a `*` at the end stands for any ending. */
  readonly refusedHeaders: readonly string[];
}

/** What both specs say, in one shape, read once for all emitters. */
export interface Model {
  readonly schemas: Schemas;
  /** File of the spec that each schema stands in. */
  readonly places: Readonly<Record<string, string>>;
  readonly operations: readonly Operation[];
  readonly methods: readonly Method[];
  readonly dev: DevControl;
  readonly topics: readonly Topic[];
  /** Method of the notifications that carry events. */
  readonly notificationMethod: string;
  /** What the service closes a WebSocket with, by code. */
  readonly closeCodes: Readonly<Record<string, JsonObject>>;
  readonly segments: Readonly<Record<string, JsonObject>>;
  readonly chains: readonly string[];
  readonly servers: Readonly<Record<"rest" | "keys" | "rpc" | "ws", string>>;
  readonly restErrors: Readonly<Record<string, JsonObject>>;
  readonly rpcErrors: Readonly<Record<string, JsonObject>>;
  /** Name of the schema of the error in a reply. */
  readonly rpcError: string;
  readonly tiers: Readonly<Record<string, JsonObject>>;
  /** Bounds of both specs, by name. */
  readonly limits: Readonly<Record<string, JsonObject>>;
  /** Header that an API key is presented in. */
  readonly keyHeader: string;
  /** Query parameter that takes an API key on WebSocket. */
  readonly keyParameter: string;
}
