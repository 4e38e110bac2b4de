import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as sendRequest, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { Receiver, SECRET } from "../delivery/_receiver.ts";
import { COMMAND_LINE } from "./_command_line.ts";
import { type Running, runNodeWith } from "./_process.ts";

/** A name that the proxy alone resolves, to this machine. */
const NAME = "behind-the-proxy.test";

let folder: string;
let service: TestService<"delta">;
let proxy: Server;
/** What the proxy was asked to connect to. */
const asked: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "proxy-"));
  service = await startService({ segments: ["delta"] });
  proxy = await startProxy();
});
beforeEach(() => void asked.splice(0));
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

async function startProxy(): Promise<Server> {
  const server = createServer((request, response) => {
    const { host, port, pathname } = new URL(request.url ?? "");
    asked.push(host);
    const { method, headers } = request;
    const passed = sendRequest({ host: "127.0.0.1", port, path: pathname, method, headers });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  });
  server.on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const port = Number(request.url?.split(":").at(-1));
    const target = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const one of [socket, target]) one.on("error", () => target.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function portOf({ url }: { readonly url: string }): string {
  return new URL(url).port;
}

/** Runs a command on the service, by the name that the proxy alone resolves. */
function run(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Running {
  const endpoint = `http://${NAME}:${portOf(service)}`;
  const own = ["--chain", "delta", "--endpoint", endpoint];
  const http = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const environment = { XDG_CONFIG_HOME: folder, HTTP_PROXY: http, ...variables };
  return runNodeWith(environment, COMMAND_LINE, ...args, ...own);
}

test("requests and WebSockets of a command go through the proxy of the environment", async () => {
  const { code, stdout } = await run({}, "height").ended;
  expect([code, stdout]).toEqual([0, "10\n"]);
  expect(asked).toEqual([`${NAME}:${portOf(service)}`]);

  const watching = run({}, "watch", "blocks", "--ndjson");
  const mining = setInterval(() => void service.mine(1), 100);
  await watching.printed(/"topic":"blocks"/);
  clearInterval(mining);
  watching.kill("SIGINT");
  await watching.ended;
  expect(asked).toEqual(Array(2).fill(`${NAME}:${portOf(service)}`));
});

test("webhooks go through it, and the receiver's name is resolved there", async () => {
  const receiver = await Receiver.open();
  writeFileSync(join(folder, "secret"), SECRET);
  const files = ["--secret-file", join(folder, "secret"), "--state", join(folder, "state.db")];
  const to = `http://${NAME}:${receiver.port}/hook`;
  const delivery = run({}, "deliver", "blocks", "--to", to, "--allow-private", ...files);
  const mining = setInterval(() => void service.mine(1), 100);
  await receiver.until(() => receiver.events.length > 0);
  clearInterval(mining);
  delivery.kill("SIGINT");
  await delivery.ended;
  expect(asked).toContain(`${NAME}:${receiver.port}`);
  await receiver.close();
});

test("hosts in NO_PROXY and this machine are reached without it", async () => {
  const direct = await run({ NO_PROXY: NAME }, "height").ended;
  expect(direct.stderr).toMatch(/^error: .*behind-the-proxy\.test/);
  const local = await runNodeWith(
    { XDG_CONFIG_HOME: folder, HTTP_PROXY: "http://127.0.0.1:9" },
    ...[COMMAND_LINE, "height", "--chain", "delta", "--endpoint", service.url],
  ).ended;
  expect([local.code, local.stdout]).toEqual([
    0,
    `${(await service.client("delta").getChainInfo()).blockHeight}\n`,
  ]);
  expect(asked).toEqual([]);
});

test("NO_PROXY of every host leaves the proxy out, also among others", async () => {
  for (const hosts of ["*", "one.test, *"]) {
    const { stderr } = await run({ NO_PROXY: hosts }, "height").ended;
    expect(stderr).toMatch(/^error: .*behind-the-proxy\.test/);
  }
  expect(asked).toEqual([]);
});

test("this machine is reached without it where Node itself was told to use it", async () => {
  const variables = { HTTP_PROXY: "http://127.0.0.1:9", NODE_USE_ENV_PROXY: "1" };
  const { code } = await runNodeWith(
    { XDG_CONFIG_HOME: folder, ...variables },
    ...[COMMAND_LINE, "height", "--chain", "delta", "--endpoint", service.url],
  ).ended;
  expect(code).toBe(0);
});

test.each([
  "garbage",
  "127.0.0.1:9",
  "http://user:secret@bad host:3128",
  "user:secret@127.0.0.1:1",
])(
  "what is no address of a proxy is refused by the name of its variable, and not repeated: %s",
  async (address) => {
    const { code, stderr } = await run({ HTTPS_PROXY: address }, "height").ended;
    expect(stderr).toBe(
      "error: Cannot use HTTPS_PROXY: expected the address of a proxy, such as http://proxy.example:3128.\n",
    );
    expect(code).toBe(2);
  },
);
