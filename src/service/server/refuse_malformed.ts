import type { Duplex } from "node:stream";
import { formatTime } from "../../units/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
  const message = isSlow
    ? "The request took too long to arrive"
    : "The request is not well-formed HTTP";
  const meta = { timestamp: formatTime(new Date()), requestId: crypto.randomUUID() };
  writeRawAnswer(socket, answerFault(new RestFault("INVALID_PARAM", message), meta));
}
