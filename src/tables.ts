/**
 * Rows of the tables in `generated`: what is generated for each operation, method, topic and command.
 *
 * @module
 */

/** A kind of JSON value that a parameter takes. */
export type ParameterType =
  | "integer"
  | "number"
  | "string"
  | "bigint"
  | "boolean"
  | "object"
  | "array"
  | "null";

/** A parameter of a call. */
export interface ParameterInfo {
  readonly name: string;
  /** Place in the request. */
  readonly in: "path" | "query" | "header" | "body" | "positional";
  readonly required?: true;
  /** Types it may have. */
  readonly types: readonly ParameterType[];
  /** Types of the items of a list. */
  readonly items?: readonly ParameterType[];
  /** True if a list in the query repeats the name for each item; else its items are joined by commas. */
  readonly explode?: boolean;
  /** Allowed values in messages: `an integer from 1 to 100`. */
  readonly expected: string;
  /** Value where the parameter is left out. */
  readonly default?: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The values that there are. */
  readonly enum?: readonly (string | number | boolean | null)[];
  /** Values that each chain takes, where they differ. */
  readonly valuesByChain?: Readonly<Record<string, readonly string[]>>;
  /** Format of a string, such as `address`. */
  readonly format?: string;
  readonly deprecated?: true;
}

/** Since when something is deprecated, until when it is served, and what to use instead. */
export interface DeprecationInfo {
  /** The first day, such as `2026-01-31`. */
  readonly since: string;
  /** The last day. */
  readonly sunset: string;
  /** Why, and what to use instead. */
  readonly reason: string;
}

/** The end of a list at which new items are added. */
export type ListEnd = "start" | "end";

/** Such an end by parameter and its value: `{ order: { desc: "start", asc: "end" } }`. */
type ListEndByParameter = Readonly<Record<string, Readonly<Record<string, ListEnd>>>>;

/** Continuation of a list by cursor. */
export interface CursorInfo {
  /** Query parameter that takes the cursor; the first page is asked for without it. */
  readonly parameter: string;
  /** Path within `data` to the cursor of the next page, such as `paging.next`; it is absent or null on the last page. */
  readonly next: string;
}

/** Height of the chain that a response shows, and what can change the response. */
export interface HeightInfo {
  /** Field of the answer that holds the height. */
  readonly field: string;
  /** True if only a reorganisation down to that height changes the answer, unless a field has a value of `unless`. */
  readonly settles: boolean;
  /** Field of the answer's own hash: asked for by it, the answer never changes. */
  readonly hash?: string;
  /** Values of fields with which the answer may change at any time: `{ status: "pending" }`. */
  readonly unless?: Readonly<Record<string, unknown>>;
}

/** Fields by which an answer, or each item of a list, names a block. */
export interface BlockInfo {
  /** Field of its height. */
  readonly height: string;
  /** Field of its hash. */
  readonly hash: string;
  /** Field of its parent's hash. */
  readonly parent?: string;
  /** Field of the hash of a transaction that it holds. */
  readonly transaction?: string;
}

/** Fields that tell what an answer is about; of a list, those of each item. */
export interface AnswerMarks {
  /** Field of the answer with the items, if it is a list. */
  readonly items?: string;
  /** By parameter, the fields of which one repeats its value: `{ address: ["from", "to"] }`. */
  readonly identity?: Readonly<Record<string, readonly string[]>>;
  /** By field, the part of the segment that it shows: `{ from: "addressPrefix" }`. `logs.address` is a field of a list's items. */
  readonly segment?: Readonly<Record<string, "segment" | "chain" | "network" | "addressPrefix">>;
  /** What the interface leaves open: the data or result, or the whole answer. A value of another shape is returned as it came. */
  readonly open?: "content" | "answer";
}

/** A REST operation or a JSON-RPC method. */
interface CallInfo<Chain extends string> extends AnswerMarks {
  /** Left out where the answer shows no height, or may change at any time without one. */
  readonly height?: HeightInfo;
  /** True if a repeated call does nothing further. */
  readonly safe: boolean;
  /** True if its answer also shows pending transactions. Only in the service's tables. */
  readonly pending?: true;
  /** The block that its answer names. Only in the service's tables. */
  readonly block?: BlockInfo;
  /** Left out of what is not deprecated. */
  readonly deprecated?: DeprecationInfo;
  readonly chains: readonly Chain[];
}

/** A REST operation. */
export interface OperationInfo<Chain extends string = string> extends CallInfo<Chain> {
  readonly verb: "get" | "post" | "put" | "patch" | "delete";
  /** Path below the server's URL, with `{name}` for path parameters. */
  readonly path: string;
  /** Path with the part that is in the server's URL, if there is one: `/v2/{segment}/blocks`. */
  readonly template?: string;
  /** Name of the server it is on: `rest`, or the URL template of another. */
  readonly server: string;
  /** Parameters of the path first, in the path's order. */
  readonly parameters: readonly ParameterInfo[];
  /** Present if it takes a JSON body: `required` if it must have one, else `optional`. */
  readonly body?: "required" | "optional";
  /** The fields of a body that is an object. Only in the service's tables. */
  readonly fields?: readonly ParameterInfo[];
  /** Status of a success. */
  readonly status: number;
  /** Field that identifies an item of the list. */
  readonly key?: string;
  /** End at which new items are added; if absent, items may be added, moved or removed anywhere. */
  readonly grows?: ListEnd | ListEndByParameter;
  /** Continuation of a list that has cursors instead of numbered pages. */
  readonly cursor?: CursorInfo;
}

/** A JSON-RPC method. */
export interface MethodInfo<Chain extends string = string> extends CallInfo<Chain> {
  readonly parameters: readonly ParameterInfo[];
  /** Form of the parameters: an object by name, or either; only a list if left out. */
  readonly paramStructure?: "by-name" | "either";
  /** Codes of the errors that the specs list for it. In clients, only of methods that are not safe. */
  readonly errors?: readonly number[];
}

/** A topic of events. */
export interface TopicInfo<Chain extends string = string> extends AnswerMarks {
  readonly chains: readonly Chain[];
  /** Fields of its filter. */
  readonly filterFields: readonly string[];
  /** True if it carries a notice where the chain was reorganised. */
  readonly reorgNotice: boolean;
  /** Set if its events have no cursor: none of them comes again. */
  readonly live?: true;
}

/** A close code of the service's WebSockets. */
export interface CloseCodeInfo {
  /** True if connecting again and resuming by cursor goes on; else the same would end the same. */
  readonly resume: boolean;
}

/** Limits of a tier; `null` is no limit. */
export interface TierLimits {
  /** Requests in a second. */
  readonly requestsPerSecond: number | null;
  /** Requests in a day, by UTC. */
  readonly requestsPerDay: number | null;
}

/** Place of a list in the parameters of a method: the position of one of them, and perhaps a field of that. */
export type ListPath = readonly [parameter: number, field?: string];

/** An operation that a limit of its own counts, beside that of the tier. */
export interface OwnLimit {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Matches its URLs. */
  readonly url: RegExp;
  /** Name of the limit. */
  readonly limit: string;
}

/** An argument or flag of a command. */
export interface CommandParameter extends ParameterInfo {
  readonly description: string;
  /** Known values, some of which may be extensions. */
  readonly values?: readonly string[];
  /** A value that it may have. */
  readonly example?: string;
  /** Schemas of the specs that its values may follow. */
  readonly schemas?: readonly string[];
}

/** A call as a command. */
export interface CommandInfo<Chain extends string = string> {
  /** A sentence without its full stop. */
  readonly summary: string;
  readonly description: string;
  /** Parameters of the path or position first, then those of the body, the query and the headers. */
  readonly parameters: readonly CommandParameter[];
  /** True if it takes a JSON body. */
  readonly body?: true;
  /** Key of the items, where it is a list. */
  readonly items?: string;
  /** True if it changes nothing. */
  readonly safe: boolean;
  /** True if the interface specifies it; else it is an extension. */
  readonly specified: boolean;
  /** Left out of what is not deprecated. */
  readonly deprecated?: DeprecationInfo;
  readonly chains: readonly Chain[];
}

/** A topic of `watch`. */
export interface WatchInfo<Chain extends string = string> {
  readonly description: string;
  /** Fields of its filter. */
  readonly filters: readonly CommandParameter[];
  readonly chains: readonly Chain[];
}
