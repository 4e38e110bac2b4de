import { selectChain, type Segment, SEGMENTS } from "../../src/chains/mod.ts";
import { RPC_ERRORS } from "../../src/generated/errors.gen.ts";
import type { Contract } from "../exchange_runner/mod.ts";
import { checkRestAnswer } from "../exchange_runner/check_rest_answer.ts";
import { checkRpcAnswer } from "../exchange_runner/check_rpc_answer.ts";
import type { WireAnswer } from "./read_answers.ts";
import type { FuzzRequest } from "./request.ts";

/** Verdict on an answer: a class to count it by, and its fault. */
export interface Verdict {
  readonly kind: string;
  readonly problems: readonly string[];
}

const INTERNAL = RPC_ERRORS.InternalError.code;
/** Errors before the parameters of a call are looked at. */
const EARLY: readonly unknown[] = [RPC_ERRORS.ParseError.code, RPC_ERRORS.InvalidRequest.code];
const MAPPED = new Map(Object.keys(SEGMENTS).map((segment) => [segment, segment as Segment]));

/** Paths of the published documents and their page. */
const SITE = /^\/(?:docs|openapi\.json|openrpc\.json)$/;

/** Judges an answer by the documents, as far as the request still tells what was asked; without a request by its shape. */
export function checkAnswer(
  request: FuzzRequest | undefined,
  answer: WireAnswer,
  contract: Contract,
): Verdict {
  const { status, headers, body } = answer;
  const problems: string[] = [];
  if (status >= 500) problems.push(`the status is ${status}`);
  const isJson = headers.get("content-type") === "application/json";
  const isBare = [204, 304].includes(status) || mayBeBare(request, body);
  if (isBare && body !== "") problems.push("there is a body where none may be");
  if (isBare || !isJson) {
    if (status >= 400 && !isBare) problems.push("a refusal is no JSON");
    return { kind: `HTTP ${status}`, problems };
  }
  const parsed = parse(body);
  if (parsed === undefined)
    return { kind: "no JSON", problems: [...problems, "the body is no JSON"] };
  const codes = codesOf(parsed);
  if (codes.includes(INTERNAL)) problems.push("the error is internal");
  const kind = codes.length === 0 ? `HTTP ${status}` : `HTTP ${status} ${codes[0]}`;
  return { kind, problems: [...problems, ...checkShape(request, answer, parsed, contract)] };
}

/** Notifications are refused by the status alone; of what a broken request asked nothing is known: it may have been a HEAD. */
function mayBeBare(request: FuzzRequest | undefined, body: string): boolean {
  if (request?.method === "HEAD") return true;
  return body === "" && (request === undefined || isUnanswered(request));
}

/** Tells whether a request holds nothing but notifications. */
function isUnanswered({ method, target, body }: FuzzRequest): boolean {
  if (method !== "POST" || !pathOf(target).startsWith("/rpc/")) return false;
  const asked = parse(body?.toString() ?? "");
  const calls: unknown[] = Array.isArray(asked) ? asked : [asked];
  return calls.length > 0 && calls.every(isNotification);
}

function isNotification(call: unknown): boolean {
  return isObject(call) && call["jsonrpc"] === "2.0" && !("id" in call);
}

function checkShape(
  request: FuzzRequest | undefined,
  { status }: WireAnswer,
  body: unknown,
  contract: Contract,
): string[] {
  const path = request && pathOf(request.target);
  const [, name = ""] = /^\/[^/]*\/([^/]*)/.exec(path ?? "") ?? [];
  const segment = MAPPED.get(name);
  if (isReply(body)) {
    const asked = parse(request?.body?.toString() ?? "");
    const selection = selectChain(segment ?? "delta");
    const isEarly = codesOf(body).some((code) => EARLY.includes(code));
    const told = segment && !isEarly ? asked : undefined;
    return checkRpcAnswer({ selection, request: told, reply: body }, contract);
  }
  // The published documents are JSON too.
  if (path && SITE.test(path) && status < 400) return [];
  if (!request && status < 400) return isEnvelope(body) ? [] : ["the answer is no envelope"];
  const chain = segment ? SEGMENTS[segment].chain : "delta";
  const verb = request?.method ?? "GET";
  // A request that is no HTTP is refused before anyone looks at its path.
  const known = status >= 400 || path === undefined ? "" : path;
  return checkRestAnswer({ verb, path: known, chain, status, body }, contract);
}

/** The path of a target, which may be a whole URL. */
function pathOf(target: string): string {
  const origin = target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?]*/i, "");
  return origin.split("?", 1)[0] ?? "";
}

function isReply(body: unknown): boolean {
  return (
    Array.isArray(body) ||
    (isObject(body) &&
      !("success" in body) &&
      ("jsonrpc" in body || "result" in body || "error" in body))
  );
}

function isEnvelope(body: unknown): boolean {
  return isObject(body) && "success" in body;
}

/** Codes of the errors within an answer. */
function codesOf(body: unknown): (number | string)[] {
  const all: unknown[] = Array.isArray(body) ? body : [body];
  return all.flatMap((one) => {
    const error = isObject(one) ? one["error"] : undefined;
    return isObject(error) ? [error["code"] as number | string] : [];
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
