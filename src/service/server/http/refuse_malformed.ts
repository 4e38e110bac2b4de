import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HttpHandler } from "../port/mod.ts";
import { writeRawAnswer } from "./write_raw_answer.ts";

/** The answer that Node is sending on a connection, if there is one: what its own handler of these errors looks at. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null;
}

/** Answers bytes that are no HTTP request in the envelope too, and ends the connection. */
export function refuseMalformed(
  handler: Pick<HttpHandler, "refuse">,
  error: NodeJS.ErrnoException,
  socket: Duplex,
  maximumHeaderBytes: number,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // Browsers open connections ahead: an answer there would be read as that of the request they send later.
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT" && (socket as Partial<Socket>).bytesRead === 0)
    return void socket.destroy();
  const { _httpMessage: message } = socket as Answering;
  // Behind a whole request, whose own answer comes first: that may say that a transaction was accepted.
  if (message?.req.complete && !message.headersSent) {
    message.once("finish", () => {
      if (socket.writable) refuseMalformed(handler, error, socket, maximumHeaderBytes);
    });
    return;
  }
  const texts: Readonly<Record<string, string>> = {
    ERR_HTTP_REQUEST_TIMEOUT: "The request took too long to arrive",
    HPE_INVALID_METHOD: "The request is not HTTP, or its method is unknown",
    HPE_HEADER_OVERFLOW: `The request's headers must be at most ${maximumHeaderBytes} bytes`,
  };
  const text = texts[error.code ?? ""] ?? "The request is not well-formed HTTP";
  const peer = (socket as Partial<Socket>).remoteAddress ?? "";
  const answer = handler.refuse(text, { method: "", target: "", peer });
  // In the middle of an answer, or right behind one, a second one would be read as part of it.
  if (message?.headersSent) socket.end();
  else writeRawAnswer(socket, answer);
}
