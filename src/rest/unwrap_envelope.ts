import { type ErrorContext, RestError } from "../errors/mod.ts";
import { type Answer, answerError, contextOf, contractError } from "../transport/mod.ts";
import { isObject } from "../validation/mod.ts";

/**
 * Takes `data` out of the envelope that every REST answer has (specified by the interface), and passes its request id on to the answer.
 *
 * @param body What was parsed of the answer.
 * @throws {RestError} If the service refused, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without the envelope, as from a proxy in between.
 * @throws {ContractError} If a success is no envelope.
 */
export function unwrapEnvelope(body: unknown, answer: Answer, context: ErrorContext): unknown {
  const envelope = isObject(body) ? body : {};
  const { meta } = envelope;
  if (isObject(meta) && typeof meta.requestId === "string") answer.requestId = meta.requestId;
  if (envelope.success === true && answer.ok && "data" in envelope) return envelope.data;
  throw envelope.success === false
    ? refusal(envelope.error, answer, context)
    : answerError(answer, context, "an envelope with success and data");
}

function refusal(error: unknown, answer: Answer, context: ErrorContext): Error {
  if (isObject(error) && typeof error.code === "string" && typeof error.message === "string") {
    return new RestError(error.code, error.message, contextOf(answer, context));
  }
  return contractError(answer, context, "expected an object with code and message", "error");
}
