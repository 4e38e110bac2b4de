import type { Duplex } from "node:stream";
import { formatTime } from "../../units/mod.ts";
import type { ServiceResponse } from "../gateway/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

const NOT_HTTP = "The request is not well-formed HTTP";

/** The answer to what is no HTTP request, or takes too long to become one. */
export function malformedAnswer(message = NOT_HTTP): ServiceResponse {
  const meta = { timestamp: formatTime(new Date()), requestId: crypto.randomUUID() };
  return answerFault(new RestFault("INVALID_PARAM", message), meta);
}

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  writeRawAnswer(
    socket,
    malformedAnswer(isSlow ? "The request took too long to arrive" : undefined),
  );
}
