import type { Duplex } from "node:stream";
import type { ServiceResponse } from "../../api/context/mod.ts";
import { http } from "../../node_http.ts";

/** Writes a response to a raw connection, outside of Node's server, and ends it. */
export function writeRawAnswer(socket: Duplex, { status, headers, body }: ServiceResponse): void {
  const lines = Object.entries({
    ...headers,
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  // Head and body leave in one packet.
  socket.cork();
  socket.write(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ""}\r\n${head}\r\n`);
  socket.end(body);
}
