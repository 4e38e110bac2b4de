import type { JsonObject, Path } from "../json.ts";
import type { Schemas } from "../named_schemas.ts";
import type { SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A deprecation; for an operation or a method also its first day, and the last day of service. */
export interface Deprecation {
  readonly reason: string;
  readonly since: string | undefined;
  readonly sunset: string | undefined;
}

/** An object of a spec with its location. */
export interface Placed {
  readonly spec: SpecFile;
  readonly at: Path;
  /** The object, or the target of its reference. References inside are local. */
  readonly value: JsonObject;
}

/** A parameter of an operation or a method, or a field of an object that is passed as a parameter. */
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

/** End of a list at which new items are added, `start` or `end`; an object selects the end by the values of parameters. */
export type Growth = string | JsonObject;

/** Height of the chain that a response shows, and the events that can change the response. */
export interface HeightMark {
  readonly field: string;
  readonly settles: boolean;
  readonly hash: string | undefined;
  /** Values of fields that mark a response as not finalised. */
  readonly unless: JsonObject | undefined;
}

/** Fields by which an answer, or each item of a list, names a block. */
export type BlockMark = Readonly<Record<string, string>>;

/** Part of an answer that the interface does not specify: its data or result (`content`), or all of it. */
export type OpenPart = "content" | "answer";

/** The fields of an answer, one of which repeats a parameter, by the name of the parameter. */
export type Identity = Readonly<Record<string, readonly string[]>>;

/** Scope of a server: a segment, or the host as a whole. */
export type Scope = "segment" | "host";

/** A parameter with its location. */
export interface PlacedParameter extends Parameter, Placed {}

/** A REST operation, or a method of JSON-RPC. */
export interface Call extends Placed {
  /** Name in messages: `operation listBlocks`. */
  readonly label: string;
  readonly summary: string;
  readonly description: string;
  /** Sentence on the origin: given by the interface, or decided for a reason. */
  readonly source: string;
  readonly parameters: readonly PlacedParameter[];
  /** The part of a successful answer that the interface does not specify; undefined if it specifies all. */
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

/** A REST operation. `parameters` are those that a caller passes, the ones in the path first. */
export interface Operation extends Call {
  readonly id: string;
  readonly verb: string;
  /** Key of its path in the spec. */
  readonly template: string;
  /** Path below the URL of the server, which may have the start of `template`. */
  readonly path: string;
  /** Name of its server in `servers`. */
  readonly server: string;
  /** `segment` if the server belongs to a segment, `host` if all segments share it. */
  readonly scope: Scope;
  /** Every parameter, the segment of the server included. */
  readonly declared: readonly PlacedParameter[];
  readonly body: RequestBody | undefined;
  /** Name of the schema of `data`; undefined if a successful answer has no content. */
  readonly data: string | undefined;
  /** Status of a successful answer. */
  readonly status: number;
  /** Schema of a successful answer, the envelope around `data`; undefined if it has no content. */
  readonly envelope: JsonObject | undefined;
  /** Names of the schemas of refusals, by status. */
  readonly failures: Readonly<Record<string, string>>;
  /** Key of the items in `data`, for lists. */
  readonly items: string | undefined;
  /** Schema of an item. */
  readonly item: JsonObject | undefined;
  /** Field that identifies an item of a list. */
  readonly key: string | undefined;
  /** End of a list at which new items are added. */
  readonly grows: Growth | undefined;
  /** For a list by cursor: the query parameter of the cursor, and the field of `data` with the next one. */
  readonly cursor: { readonly parameter: string; readonly next: string } | undefined;
  /** Name of a rate limit of this operation, beside the limit of the tier. */
  readonly limit: string | undefined;
}

/** Form of parameters: an array, an object, or either. */
export type ParamStructure = "by-position" | "by-name" | "either";

/** A JSON-RPC method, or a simplified call. */
export interface Method extends Call {
  readonly name: string;
  readonly kind: "method" | "simplified" | "websocket" | "dev";
  readonly paramStructure: ParamStructure;
  readonly result: JsonObject;
  /** Parameters, or fields of them, whose items count as requests: `filter.addresses`. */
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
  readonly filter: JsonObject;
  /** True if subscribers get a notice when the chain is reorganised. */
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

/** Both specs as one model for rules and emitters. */
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
  /** The segment of the examples, the default of the REST server. */
  readonly exampleSegment: string;
  readonly chains: readonly string[];
  /**
   * URL templates of the servers: `rest` for the operations of a segment, `rpc` and `ws`. The server of a single path is
   * named by its template.
   */
  readonly servers: Readonly<Record<string, string>>;
  readonly restErrors: Readonly<Record<string, JsonObject>>;
  readonly rpcErrors: Readonly<Record<string, JsonObject>>;
  /** Name of the schema of the error in a JSON-RPC reply. */
  readonly rpcError: string;
  readonly tiers: Readonly<Record<string, JsonObject>>;
  /** Limits of both specs, by name. */
  readonly limits: Readonly<Record<string, JsonObject>>;
  /** Header of an API key. */
  readonly keyHeader: string;
  /** Query parameter of an API key on WebSocket. */
  readonly keyParameter: string;
}
