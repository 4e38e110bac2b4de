import { ContractError, type ErrorContext, RestError, TransportError } from "../errors/mod.ts";

/** What came in an envelope. */
export interface Answer<Data = unknown> {
  readonly data: Data;
  /** The context of the call, with what the answer tells. */
  readonly context: ErrorContext;
}

/**
 * Takes `data` out of the envelope that every REST answer has (given by the interface).
 *
 * @throws {RestError} If the service refused, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without the envelope, as from a proxy in between.
 * @throws {ContractError} If a success is no envelope.
 */
export function unwrapEnvelope(answer: unknown, response: Response, context: ErrorContext): Answer {
  const envelope = isObject(answer) ? answer : {};
  const meta = isObject(envelope.meta) ? envelope.meta : {};
  const known = {
    ...context,
    status: response.status,
    requestId: typeof meta.requestId === "string" ? meta.requestId : undefined,
  };
  if (envelope.success === true && response.ok && "data" in envelope)
    return { data: envelope.data, context: known };
  if (envelope.success === false) throw refusal(envelope.error, known);
  if (!response.ok)
    throw new TransportError("http", `HTTP ${response.status} without an envelope`, known);
  throw new ContractError(
    [{ path: "", message: "expected an envelope with success and data" }],
    known,
  );
}

function refusal(error: unknown, context: ErrorContext): Error {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") {
    return new RestError(error.code, error.message, context);
  }
  return new ContractError(
    [{ path: "error", message: "expected an object with code and message" }],
    context,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
