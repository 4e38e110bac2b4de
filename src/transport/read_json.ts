import { ContractError, type ErrorContext, TransportError } from "../errors/mod.ts";
import { raceAbort } from "./race_abort.ts";

const SHOWN = 80;

/**
 * Reads the JSON of an answer.
 *
 * @throws {TransportError} If the connection breaks before the end, or if an error status comes without JSON, as from a
 * proxy in between. An abort rejects with the signal's reason.
 * @throws {ContractError} If a success comes without JSON.
 */
export async function readJson(
  response: Response,
  context: ErrorContext,
  signal?: AbortSignal,
): Promise<unknown> {
  const text = await readText(response, context, signal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const shown = text === "" ? "nothing" : JSON.stringify(text.slice(0, SHOWN));
    const status = { ...context, status: response.status, cause };
    if (response.ok)
      throw new ContractError([{ path: "", message: `expected JSON, got ${shown}` }], status);
    throw new TransportError("http", `HTTP ${response.status} without JSON: got ${shown}`, status);
  }
}

async function readText(
  response: Response,
  context: ErrorContext,
  signal: AbortSignal | undefined,
): Promise<string> {
  try {
    return await raceAbort(response.text(), signal);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    throw new TransportError("network", "Connection lost within the answer", {
      ...context,
      status: response.status,
      cause,
    });
  }
}
