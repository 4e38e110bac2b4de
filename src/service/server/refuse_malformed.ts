import type { Duplex } from "node:stream";
import { formatTime } from "../../units/mod.ts";
import type { ServiceResponse } from "../gateway/mod.ts";
import { answerFault, RestFault } from "../rest/mod.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
export function refuseMalformed(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  maximumHeaderBytes: number,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const texts: Readonly<Record<string, string>> = {
    ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive",
    HPE_HEADER_OVERFLOW: `The request's headers must be at most ${maximumHeaderBytes} bytes`,
  };
  const text = texts[error.code ?? ""] ?? "The request is not well-formed HTTP";
  writeRawAnswer(socket, answerMalformed(text));
}

/** The answer to a request that is not one of HTTP, or of WebSocket. */
export function answerMalformed(text: string): ServiceResponse {
  const meta = { timestamp: formatTime(new Date()), requestId: crypto.randomUUID() };
  return answerFault(new RestFault("INVALID_PARAM", text), meta);
}
