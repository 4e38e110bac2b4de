import type { ServerResponse } from "node:http";
import type { ServiceResponse } from "../../api/context/mod.ts";

/**
 * Sends a response that an injected fault breaks: the head and half of the body, or nothing where there is no body; then
 * the connection is closed, or stays open in silence until the client leaves.
 */
export function sendBroken(
  outgoing: ServerResponse,
  { status, headers, body, broken }: ServiceResponse,
): void {
  const end = (): void => void (broken === "drop" && outgoing.destroy());
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes.length === 0 || outgoing.req.method === "HEAD") return end();
  outgoing.writeHead(status, { ...headers, "Content-Length": bytes.length });
  outgoing.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), end);
}
