import {
  OPERATION_VALIDATORS,
  type OperationId,
  OPERATIONS,
} from "../../../generated/service/operations.gen.ts";
import type { OperationInfo, ParameterInfo } from "../../../tables.ts";
import { fieldOf } from "../../../zod/mod.ts";
import {
  deprecationHeaders,
  type Exchange,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";
import {
  type ArgumentRules,
  type ChainAnswers,
  type Data,
  issueOfValue,
  issueText,
  RestServiceError,
  showPath,
  withIssue,
} from "../context/mod.ts";
import { HOST_HANDLERS, type HostOperationId, type KeyRequestContext } from "./_operations.ts";
import { readBody } from "./_read_body.ts";
import {
  answerData,
  answerError,
  answerTagged,
  answerUnchanged,
  cacheControlOf,
  matchesTag,
} from "./answers.ts";

/** The parts that answer the operations of a segment. */
type OperationAnswers = Pick<ChainAnswers, "revision" | "answerOperation"> & ArgumentRules;

/** A handler of any operation of the host; its input was read by the operation's own definition. */
type HostHandler = (input: unknown, context: KeyRequestContext) => Promise<Data>;

/** Handles an operation of a segment. */
export async function handleRest(
  call: RestCall,
  chain: OperationAnswers,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerSegment(call, chain));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Handles an operation of the whole host. */
export async function handleHost(
  call: RestCall,
  context: KeyRequestContext,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerHost(call, context));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Tells of the deprecation of an operation, whatever came of it. */
function withDeprecation({ route }: RestCall, response: ServiceResponse): ServiceResponse {
  const { deprecated }: OperationInfo = OPERATIONS[route.operation];
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}

/** Answers a refusal unchanged, any other error without its detail. */
function answerThrown(error: unknown, { meta, onError }: RestCall): ServiceResponse {
  if (error instanceof RestServiceError) return answerError(error, meta);
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}

async function answerSegment(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  const { request, route, meta } = call;
  const { operation: id } = route;
  requireChain(call, chain);
  const { issue, input } = readInput(call, chain);
  if (OPERATIONS[id].body) input.body = await readBody(id, request, chain.selection);
  if (OPERATIONS[id].verb !== "get") {
    const data = await withIssue(issue, chain.answerOperation(id, input));
    return answerData(OPERATIONS[id].status, data, meta);
  }
  const before = chain.revision();
  const ifNoneMatch = request.header("if-none-match");
  if (ifNoneMatch !== undefined && before !== undefined && matchesTag(ifNoneMatch, before))
    return answerUnchanged(before);
  const data = await withIssue(issue, chain.answerOperation(id, input));
  const revision = before === chain.revision() ? before : undefined;
  const info: OperationInfo = OPERATIONS[id];
  const control = cacheControlOf(data, info.height, call.settledHeight, input.path);
  return answerTagged(data, { revision, ifNoneMatch, info, control, meta });
}

async function answerHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  const { operation: id } = call.route;
  const { input } = readInput(call);
  input.body = await readBody(id, call.request);
  const handler = HOST_HANDLERS[id as HostOperationId] as unknown as HostHandler;
  return answerData(OPERATIONS[id].status, await handler(input, context), call.meta);
}

function requireChain({ route, pathname }: RestCall, { selection }: OperationAnswers): void {
  const { chains } = OPERATIONS[route.operation];
  const { chain } = selection;
  if (chains.includes(chain)) return;
  const text = `No ${showPath(pathname)}: it exists on ${chains.join(", ")}, this is ${chain}`;
  throw new RestServiceError("NOT_FOUND", text);
}

/** A request for an operation. */
export type RestCall = Pick<
  Exchange,
  "search" | "pathname" | "meta" | "onError" | "settledHeight"
> & {
  readonly request: Pick<ServiceRequest, "body" | "header">;
  readonly route: {
    readonly operation: OperationId;
    /** The parameters in the path, still encoded. */
    readonly parameters: Readonly<Record<string, string>>;
  };
};

type Place = "path" | "query" | "headers";
type Input = Record<Place, Record<string, unknown>> & { body: unknown };
type Type = ParameterInfo["types"][number];

const PLACES: Readonly<Partial<Record<ParameterInfo["in"], Place>>> = {
  path: "path",
  query: "query",
  header: "headers",
};

/**
 * Reads the parameters of an operation by their declared types, fills in defaults and validates them.
 *
 * @returns Its input without a body, and the issue of a parameter that is passed on all the same.
 * @throws {RestServiceError} `INVALID_PARAM` with the parameter, its value and the allowed values.
 */
export function readInput(
  call: RestCall,
  { selection, passesOn }: Partial<ArgumentRules> = {},
): { readonly input: Input; readonly issue: string | undefined } {
  const { operation: id } = call.route;
  const input: Input = { path: {}, query: {}, headers: {}, body: undefined };
  let passed: string | undefined;
  const validators = OPERATION_VALIDATORS[id];
  const query = call.search === "" ? NO_QUERY : new URLSearchParams(call.search);
  for (const info of OPERATIONS[id].parameters) {
    const value = readValue(info, call, query);
    const place = PLACES[info.in] ?? "query";
    const issue = issueOfValue(info, fieldOf(validators[place], info.name), value, selection);
    if (issue && !passesOn?.(id, info, value)) throw new RestServiceError("INVALID_PARAM", issue);
    passed ??= issue;
    if (value !== undefined) input[place][info.name] = value;
  }
  return { input, issue: passed };
}

const NO_QUERY = new URLSearchParams();

function readValue(info: ParameterInfo, call: RestCall, query: URLSearchParams): unknown {
  const texts = readTexts(info, call, query);
  if (texts === undefined) return info.default;
  return info.items ? readList(info, texts) : readOne(info, texts);
}

/** The strings sent for a parameter; undefined if it is absent. */
function readTexts(
  info: ParameterInfo,
  { request, route }: RestCall,
  query: URLSearchParams,
): readonly string[] | undefined {
  if (info.in === "path") {
    const part = route.parameters[info.name] ?? "";
    // Split before decoding: a comma within an item is encoded.
    return (info.items ? splitList(part) : [part]).map((text) => decodePart(info, text));
  }
  if (info.in === "header") {
    const text = request.header(info.name.toLowerCase());
    return text === undefined ? undefined : [text];
  }
  const texts = query.getAll(info.name);
  return texts.length > 0 ? texts : undefined;
}

function readOne(info: ParameterInfo, texts: readonly string[]): unknown {
  if (texts.length > 1)
    throw new RestServiceError("INVALID_PARAM", issueText(info, texts, "given once"));
  return coerce(info.types, texts[0] ?? "");
}

function readList(info: ParameterInfo, texts: readonly string[]): unknown[] {
  return itemsOf(info, texts).map((item) => coerce(info.items ?? [], item));
}

function itemsOf(info: ParameterInfo, texts: readonly string[]): readonly string[] {
  if (info.in === "path" || info.explode) return texts;
  const items = splitList(String(readOne({ ...info, types: ["string"] }, texts)));
  return info.in === "header" ? items.map((item) => item.trim()) : items;
}

function splitList(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

function decodePart(info: ParameterInfo, part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RestServiceError("INVALID_PARAM", issueText(info, part, "percent-encoded UTF-8"));
  }
}

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Converts a string to the first declared type that it has the form of; the validator checks the value. */
function coerce(types: readonly Type[], text: string): unknown {
  if (types.includes("integer") && INTEGER.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
  }
  if (types.includes("number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return types.includes("null") && text === "null" ? null : text;
}
