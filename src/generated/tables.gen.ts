// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

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

/** What is known of a parameter. */
export interface ParameterInfo {
  /** Its name. */
  readonly name: string;
  /** Where it stands. */
  readonly in: "path" | "query" | "header" | "body" | "positional";
  /** Whether it must be given. */
  readonly required: boolean;
  /** What it may be. */
  readonly types: readonly ParameterType[];
  /** Types of the items of a list. */
  readonly items?: readonly ParameterType[];
  /** Whether a list in the query repeats the name for each item; else its items are joined by commas. */
  readonly explode?: boolean;
  /** What is allowed, as messages say it: `an integer from 1 to 100`. */
  readonly expected: string;
  /** Value where the parameter is left out. */
  readonly default?: string | number | boolean;
  /** Least number. */
  readonly minimum?: number;
  /** Largest number. */
  readonly maximum?: number;
  /** The values that there are. */
  readonly enum?: readonly (string | number | boolean | null)[];
  /** Values that each chain takes, where they differ. */
  readonly valuesByChain?: Readonly<Record<string, readonly string[]>>;
  /** What a text stands for, such as `address`. */
  readonly format?: string;
  /** Whether it is deprecated. */
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

/** An end of a list. Where `grows` is an object, it is by parameter and its value. */
export type ListEnd = "start" | "end";

/** How a list by cursor goes on. */
export interface CursorInfo {
  /** Query parameter that takes the cursor; the first page is asked for without it. */
  readonly parameter: string;
  /** Field of `data` with the cursor of the next page, with dots into objects; absent or null on the last page. */
  readonly next: string;
}

/** Which height of the chain an answer shows, and what can change the answer. */
export interface HeightInfo {
  /** Field of the answer that holds the height. */
  readonly field: string;
  /** Whether only a reorganisation down to that height changes the answer. */
  readonly settles: boolean;
  /** Field of the answer's own hash: asked for by it, the answer never changes. */
  readonly hash?: string;
}

/** What is known of a REST operation. */
export interface OperationInfo<Chain extends string = string> {
  /** HTTP method. */
  readonly verb: "get" | "post" | "put" | "patch" | "delete";
  /** Path below the server's URL, with `{name}` for path parameters. */
  readonly path: string;
  /** Name of the server it is on: `rest`, or the URL template of another. */
  readonly server: string;
  /** Those in the path first, in the path's order. */
  readonly parameters: readonly ParameterInfo[];
  /** Whether it takes a JSON body, and whether it must have one. */
  readonly body?: "required" | "optional";
  /** The fields of a body that is an object; the service's table has them alone. */
  readonly fields?: readonly ParameterInfo[];
  /** Status of a success. */
  readonly status: number;
  /** Key of the items in `data`, where the operation is a list. */
  readonly items?: string;
  /** Field that tells the items of a list apart. */
  readonly key?: string;
  /** Where new items of a list come in; anywhere, and others may move or go, where it is absent. */
  readonly grows?: ListEnd | Readonly<Record<string, Readonly<Record<string, ListEnd>>>>;
  /** How a list goes on where it has cursors instead of numbered pages. */
  readonly cursor?: CursorInfo;
  /** Left out where the answer shows no height, or may change at any time without one. */
  readonly height?: HeightInfo;
  /** Whether a repeated call does nothing further. */
  readonly safe: boolean;
  /** Left out of what is not deprecated. */
  readonly deprecated?: DeprecationInfo;
  /** The chains that have it. */
  readonly chains: readonly Chain[];
}

/** What is known of a JSON-RPC method. */
export interface MethodInfo<Chain extends string = string> {
  readonly parameters: readonly ParameterInfo[];
  /** How parameters are sent: in an object by name, or so or in a list; in a list alone where it is left out. */
  readonly paramStructure?: "by-name" | "either";
  /** Left out where the answer shows no height, or may change at any time without one. */
  readonly height?: HeightInfo;
  /** Whether a repeated call does nothing further. */
  readonly safe: boolean;
  /** Left out of what is not deprecated. */
  readonly deprecated?: DeprecationInfo;
  /** Codes of the errors that the specs list for it; clients know them of methods that are not safe. */
  readonly errors?: readonly number[];
  readonly chains: readonly Chain[];
}

/** What is known of a topic. */
export interface TopicInfo<Chain extends string = string> {
  readonly chains: readonly Chain[];
  /** Whether it carries a notice where the chain was reorganised. */
  readonly reorgNotice: boolean;
}

/** What is known of a code that the service closes a WebSocket with. */
export interface CloseCodeInfo {
  readonly description: string;
  /** Whether connecting again and resuming by cursor goes on; else the same would end the same. */
  readonly resume: boolean;
}
