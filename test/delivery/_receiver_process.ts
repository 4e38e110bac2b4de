/** A receiver in a process of its own, which is killed at will: it appends what it took to a file before it acknowledges. */
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { SECRET } from "./_receiver.ts";

const [port = "", file = ""] = process.argv.slice(2);
const webhook = new Webhook(SECRET);
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  webhook.verify(body, request.headers as Record<string, string>);
  appendFileSync(file, `${JSON.stringify({ id: request.headers["webhook-id"], body })}\n`);
  response.writeHead(204).end();
}

const server = createServer((request, response) => void take(request, response));
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("up\n"));
