import type { AskStep, Exchange, MessageStep, Step } from "./exchange.ts";
import { callMethod } from "./call_method.ts";
import { checkRestAnswer } from "./check_rest_answer.ts";
import { checkRpcAnswer, type RpcAnswer } from "./check_rpc_answer.ts";
import { zRpcNotification } from "../../src/generated/wire/validators.gen.ts";
import { checkSchema } from "./check_schema.ts";
import type { Contract } from "./contract.ts";
import { ExchangeError } from "./exchange_error.ts";
import { ExchangeSocket } from "./exchange_socket.ts";
import { fillBody, fillText } from "./fill_request.ts";
import { matchPattern } from "./match_pattern.ts";
import { advanceUntil, type Place } from "./place.ts";
import { signOnDelta } from "./sign_on_delta.ts";
import { signTransfer } from "./sign_transfer.ts";
import { Values } from "./values.ts";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Runs a case on a segment.
 *
 * @returns What is not as the case or the specs say, of the first step in which something is; empty if all is.
 */
export async function runExchange(
  exchange: Exchange,
  place: Place,
  contract: Contract,
): Promise<string[]> {
  const values = new Values(place.values);
  const socket = new ExchangeSocket(place.socketUrl);
  const run = { values, place, contract, socket };
  try {
    for (const step of exchange.steps) {
      const problems = await runStep(step, run).catch((error: unknown) => {
        if (error instanceof ExchangeError) return [error.message];
        throw error;
      });
      if (problems.length > 0) return problems.map((problem) => `line ${step.line}: ${problem}`);
    }
    return [];
  } finally {
    socket.close();
  }
}

/** State shared by the steps of a case. */
interface Run {
  readonly values: Values;
  readonly place: Place;
  readonly contract: Contract;
  readonly socket: ExchangeSocket;
}

async function runStep(step: Step, run: Run): Promise<string[]> {
  const { values, place, contract } = run;
  if (step.kind === "message") return runMessage(step, run);
  if (step.kind === "ask") return runAsk(step, values, place, contract);
  if (step.kind === "sign") {
    const signed =
      step.type === "transfer" ? signTransfer(place, step) : signOnDelta(place, step, values);
    for (const [part, value] of await signed) {
      values.set(`${step.name}.${part}`, value);
    }
    return [];
  }
  const hash = fillText(step.hash, values);
  await advanceUntil(place, `That ${hash} is in a block`, async () => {
    return (await callMethod(place, "tx_getTransactionReceipt", hash)) !== null;
  });
  return [];
}

async function runMessage(
  { body, expected }: MessageStep,
  { values, place: { selection }, contract, socket }: Run,
): Promise<string[]> {
  const sent = body === undefined ? undefined : fillText(body, values);
  if (sent !== undefined) await socket.send(sent);
  const request = sent === undefined ? undefined : parseJson(sent);
  for (const pattern of expected) {
    const text = await socket.next();
    const message = parseJson(text);
    if (message === undefined) return [`the message is no JSON: ${text.slice(0, 300)}`];
    const mismatches = matchPattern(pattern, message, values);
    if (mismatches.length > 0) return mismatches.map(formatMismatch);
    const problems = checkMessage({ selection, request, reply: message }, contract);
    if (problems.length > 0) return problems;
  }
  return [];
}

/** A message is an event or a reply. */
function checkMessage(message: RpcAnswer, contract: Contract): string[] {
  const { reply } = message;
  const isEvent = typeof reply === "object" && reply !== null && "method" in reply;
  return isEvent
    ? checkSchema("event", zRpcNotification, reply)
    : checkRpcAnswer(message, contract);
}

async function runAsk(
  step: AskStep,
  values: Values,
  place: Place,
  contract: Contract,
): Promise<string[]> {
  const { expected } = step;
  const request = readRequest(step, values);
  const answer = await send(request, step, place);
  if (answer.status !== expected.status) {
    return [
      `status: expected ${expected.status}, got ${answer.status} ${answer.text.slice(0, 300)}`,
    ];
  }
  const headers = expected.headers.flatMap(([name, value]) =>
    matchPattern(value, answer.headers.get(name), values, name),
  );
  const body = parseJson(answer.text);
  if (expected.body === undefined) {
    return [...headers.map(formatMismatch), ...(answer.text === "" ? [] : ["a body was answered"])];
  }
  if (body === undefined) return [`the body is no JSON: ${answer.text.slice(0, 300)}`];
  const mismatches = [...headers, ...matchPattern(expected.body, body, values)];
  if (mismatches.length > 0) return mismatches.map(formatMismatch);
  if (answer.headers.get("Content-Type") !== "application/json") {
    return [`Content-Type: expected application/json, got ${answer.headers.get("Content-Type")}`];
  }
  return checkContract(step, { request, status: answer.status, body }, place, contract);
}

interface FilledRequest {
  /** URL below the server's. */
  readonly path: string;
  readonly server: string;
  readonly headers: readonly [name: string, value: string][];
  readonly body: Uint8Array<ArrayBuffer> | undefined;
}

function readRequest({ url, headers, body }: AskStep, values: Values): FilledRequest {
  const [, server = "", rest = ""] = /^\{(\w+)\}(.*)$/.exec(url) ?? [];
  return {
    server,
    path: fillText(rest, values),
    headers: headers.map(([name, value]) => [name, fillText(value, values)]),
    body: body === undefined ? undefined : fillBody(body, values),
  };
}

async function send(
  { server, path, headers, body }: FilledRequest,
  { verb }: AskStep,
  { target, servers }: Place,
): Promise<Answer> {
  const init = {
    method: verb,
    headers: new Headers([
      ...(body && !headers.some(([name]) => name.toLowerCase() === "content-type")
        ? [["Content-Type", "application/json"] as [string, string]]
        : []),
      ...headers,
    ]),
    ...(body ? { body } : {}),
  };
  const response = await target.fetch(new Request(`${servers[server]}${path}`, init));
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function checkContract(
  { verb }: AskStep,
  answer: { readonly request: FilledRequest; readonly status: number; readonly body: unknown },
  { selection, servers }: Place,
  contract: Contract,
): string[] {
  const { request, status, body } = answer;
  if (request.server === "rpc" && verb === "POST") {
    const asked = request.body && parseJson(new TextDecoder().decode(request.body));
    return checkRpcAnswer({ selection, request: asked, reply: body }, contract);
  }
  const { chain } = selection;
  const base = (servers[request.server] ?? "").slice(servers["origin"]?.length);
  const path = (base + request.path).replace(/\?.*$/s, "");
  return checkRestAnswer({ verb, path, chain, status, body }, contract);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function formatMismatch({ path, expected, got }: ReturnType<typeof matchPattern>[number]): string {
  return `${path}: expected ${expected}, got ${got}`;
}
