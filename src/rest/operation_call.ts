import type { ResolvedEndpoints } from "../chains/mod.ts";
import { type ErrorContext, RestError } from "../errors/mod.ts";
import type { OperationCall } from "../parameters.ts";
import type { OperationInfo } from "../tables.ts";
import {
  type Answer,
  answerError,
  contextOf,
  contractError,
  decodeAnswer,
  JSON_HEADERS,
  parseJson,
  type TransportCall,
} from "../transport/internal.ts";
import { isObject } from "../validation/mod.ts";
import type { CallInput } from "./read_arguments.ts";

/** The arguments of a call, and who waits for it. */
type CallExtras = Pick<TransportCall<unknown>, "args" | "onAnswer" | "wanted">;

/** An operation as the transport sends it; its value is the decoded data. */
export function operationCall(
  call: OperationCall,
  input: CallInput,
  endpoints: ResolvedEndpoints,
  context: ErrorContext,
  host: string,
  { args, onAnswer, wanted }: CallExtras,
): TransportCall<unknown> {
  const { info } = call;
  const base = endpoints.servers[info.server] ?? endpoints.rest;
  const url = urlOf(base, call, input);
  return {
    url,
    template: base + info.path,
    method: info.verb.toUpperCase(),
    headers: headersOf(call, input),
    body: input.body,
    context,
    safe: info.safe,
    host,
    key: isShared(info, input) ? url : undefined,
    read: (answer) => readData(call, input, answer, context),
    height: info.height,
    args,
    onAnswer,
    wanted,
  };
}

/** The one place that builds the URL of an operation. */
function urlOf(baseUrl: string, { info, serializers }: OperationCall, input: CallInput): string {
  const { path, parameters } = info;
  const filled = serializers.path?.(path, input.path, parameters) ?? path;
  return baseUrl + filled + (serializers.query?.(input.query, parameters) ?? "");
}

function headersOf(
  { serializers }: OperationCall,
  { headers, body }: CallInput,
): Readonly<Record<string, string>> {
  return { ...(body !== undefined && JSON_HEADERS), ...serializers.headers?.(headers) };
}

/** Tells whether equal calls may share a response. */
function isShared({ safe }: OperationInfo, { body, headers }: CallInput): boolean {
  return safe && body === undefined && Object.keys(headers).length === 0;
}

function readData(
  { info, validators }: OperationCall,
  { path, query }: CallInput,
  answer: Answer,
  context: ErrorContext,
): unknown {
  if (!validators.data && answer.ok) return undefined;
  const data = unwrapEnvelope(parseJson(answer, context), answer, context, info);
  if (!validators.data) return undefined;
  const valueOf = (name: string): unknown => path[name] ?? query[name];
  return decodeAnswer(validators.data, data, answer, context, { marks: info, valueOf });
}

/**
 * Takes `data` out of the envelope that every REST answer has (specified by the interface), and passes its request id on to the answer.
 *
 * @param body What was parsed of the answer; the data itself where the interface does not show the answer, and it is no envelope.
 * @throws {RestError} If the service refused, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without the envelope, as from a proxy in between.
 * @throws {ContractError} If a success is no envelope.
 */
function unwrapEnvelope(
  body: unknown,
  answer: Answer,
  context: ErrorContext,
  { open }: OperationInfo,
): unknown {
  const envelope = isObject(body) ? body : {};
  const { meta } = envelope;
  if (isObject(meta) && typeof meta.requestId === "string") answer.requestId = meta.requestId;
  if (envelope.success === true && answer.ok && "data" in envelope) return envelope.data;
  if (envelope.success === false) throw refusal(envelope.error, answer, context);
  if (open === "answer" && answer.ok) return body;
  throw answerError(answer, context, "an envelope with success and data");
}

function refusal(error: unknown, answer: Answer, context: ErrorContext): Error {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") {
    return new RestError(error.code, error.message, contextOf(answer, context));
  }
  return contractError(answer, context, "expected an object with code and message", "error");
}
