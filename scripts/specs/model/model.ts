import type { JsonObject, Path } from "../json.ts";
import type { Schemas } from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** Why something is deprecated; of an operation or a method also the days since when, and until when it is served. */
export interface Deprecation {
  readonly reason: string;
  readonly since: string | undefined;
  readonly sunset: string | undefined;
}

/** An object of a spec, where it stands. */
export interface Placed {
  readonly spec: SpecFile;
  readonly at: Path;
  /** As its author wrote it, its reference followed; references within it are local. */
  readonly value: JsonObject;
}

/** A parameter of an operation or a method, or a field of an object that is given as one. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "body" | "positional";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
  readonly deprecation: Deprecation | undefined;
  /** True if a list in the query repeats the name for each item; else its items are joined by commas. */
  readonly explode: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonObject;
}

/** End of a list at which new items are added, `start` or `end`; or that by the values of parameters. */
export type Growth = string | JsonObject;

/** Height of the chain that a response shows, and the events that can change the response. */
export interface HeightMark {
  readonly field: string;
  readonly settles: boolean;
  readonly hash: string | undefined;
  /** Values of fields with which it tells of nothing that has settled. */
  readonly unless: JsonObject | undefined;
}

/** Fields by which an answer, or each item of a list, names a block. */
export type BlockMark = Readonly<Record<string, string>>;

/** Part of an answer that the interface does not show: the data or the result in it, or all of it. */
export type OpenPart = "content" | "answer";

/** For a parameter that identifies the answer: the fields of the answer of which one repeats its value. */
export type Identity = Readonly<Record<string, readonly string[]>>;

/** Scope of a server: a segment, or the host as a whole. */
export type Scope = "segment" | "host";

/** A parameter where it stands. */
export interface PlacedParameter extends Parameter, Placed {}

/** A REST operation, or a method of JSON-RPC. */
export interface Call extends Placed {
  /** Name in messages: `operation listBlocks`. */
  readonly label: string;
  readonly summary: string;
  readonly description: string;
  /** A sentence: given by the interface, or decided and why. */
  readonly source: string;
  readonly parameters: readonly PlacedParameter[];
  /** The part of a success that the interface does not show; undefined where it shows the data or the result. */
  readonly open: OpenPart | undefined;
  readonly height: HeightMark | undefined;
  readonly identity: Identity | undefined;
  readonly block: BlockMark | undefined;
  readonly safe: boolean;
  /** True if its answer also shows pending transactions. */
  readonly showsPending: boolean;
  readonly deprecation: Deprecation | undefined;
  readonly chains: readonly string[];
}

/** A REST operation. Its parameters are those that a caller gives: first those in its path, in its order. */
export interface Operation extends Call {
  readonly id: string;
  readonly verb: string;
  /** Key of its path in the spec. */
  readonly template: string;
  /** Path below the URL of its server, which has the beginning of `template`. */
  readonly path: string;
  /** Name of the server that it is reached on, in `servers`. */
  readonly server: string;
  /** `segment` where each segment has such a server, `host` where all share one. */
  readonly scope: Scope;
  /** Every parameter, also the segment of its server. Its own replace those of its path with the same place and name. */
  readonly declared: readonly PlacedParameter[];
  readonly body: RequestBody | undefined;
  /** Name of the schema of `data`; undefined where a success has no content. */
  readonly data: string | undefined;
  /** Status of a success. */
  readonly status: number;
  /** Schema of a success: the envelope around `data`; undefined where it has no content. */
  readonly envelope: JsonObject | undefined;
  /** Statuses of refusals, and the name of their schema. */
  readonly failures: Readonly<Record<string, string>>;
  /** Key of the items in `data`, for lists. */
  readonly items: string | undefined;
  /** Schema of each of them. */
  readonly item: JsonObject | undefined;
  /** Field that tells the items of a list apart. */
  readonly key: string | undefined;
  /** End of a list at which new items are added. */
  readonly grows: Growth | undefined;
  /** For a list by cursor: the query parameter of the cursor, and the field of `data` with the next one. */
  readonly cursor: { readonly parameter: string; readonly next: string } | undefined;
  /** Name of the limit that it has for itself, beside that of the tier. */
  readonly limit: string | undefined;
}

/** By position in a list, by name in an object, or either. */
export type ParamStructure = "by-position" | "by-name" | "either";

/** A JSON-RPC method, or a simplified call. */
export interface Method extends Call {
  readonly name: string;
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  /** Form in which its parameters are sent. */
  readonly paramStructure: ParamStructure;
  readonly result: JsonObject;
  /** Lists whose items cost, each by the parameter and perhaps a field of it: `filter.addresses`. */
  readonly cost: readonly string[];
  /** Codes of its errors. */
  readonly errors: readonly number[];
}

/** A topic of subscriptions. */
export interface Topic extends Placed {
  readonly name: string;
  /** Name in messages: `topic blocks`. */
  readonly label: string;
  readonly description: string;
  readonly payload: JsonObject;
  readonly filter: JsonObject | undefined;
  /** True if it carries a notice where the chain was reorganised. */
  readonly reorgNotice: boolean;
  /** True if its events have no cursor. */
  readonly isLive: boolean;
  readonly identity: Identity | undefined;
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

/** Both specs in one shape, read once for all emitters. */
export interface Model {
  readonly specs: Specs;
  readonly schemas: Schemas;
  readonly operations: readonly Operation[];
  readonly methods: readonly Method[];
  readonly dev: DevControl;
  readonly topics: readonly Topic[];
  /** Method of the notifications that carry events. */
  readonly notificationMethod: string;
  /** Close codes of the service's WebSockets. */
  readonly closeCodes: Readonly<Record<string, JsonObject>>;
  readonly segments: Readonly<Record<string, JsonObject>>;
  /** The segment that examples are of: the default of the REST server. */
  readonly exampleSegment: string;
  readonly chains: readonly string[];
  /**
   * URL templates of the servers: `rest` of the operations of a segment, `rpc` and `ws`; a server that a path has of its
   * own is named by its template.
   */
  readonly servers: Readonly<Record<string, string>>;
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
