/**
 * A server that is nothing but `node:http`: it reads the request to its end and answers bytes that it was given before.
 * Reads a JSON object of `{ [target]: { headers, body } }` from standard input and prints its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

const given = (await json(process.stdin)) as Record<string, { headers: object; body: string }>;
const answers = new Map(
  Object.entries(given).map(([target, { headers, body }]) => {
    const length = Buffer.byteLength(body);
    return [target, { headers: { ...headers, "Content-Length": length }, body }];
  }),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  request.resume();
  request.once("end", () => {
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404).end();
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
