/** A receiver in a process of its own, which is killed at will: it appends what it took to a file before it acknowledges. */
import { appendFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { SECRET } from "./_receiver.ts";

/** Most milliseconds before a batch is written, and before it is acknowledged. */
const PAUSE = 100;

const [port = "", file = ""] = process.argv.slice(2);
const webhook = new Webhook(SECRET);
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  webhook.verify(body, request.headers as Record<string, string>);
  // A kill is to fall before, between and behind the two.
  await setTimeout(Math.random() * PAUSE);
  appendFileSync(file, `${JSON.stringify({ id: request.headers["webhook-id"], body })}\n`);
  await setTimeout(Math.random() * PAUSE);
  response.writeHead(204).end();
}

const server = createServer((request, response) => void take(request, response));
server.listen(Number(port), "127.0.0.1", () => process.stdout.write("up\n"));
