import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND_LINE } from "../../scripts/build_dist.ts";
import { runNodeWith, type Running } from "./_process.ts";

/** The test is a trusted proxy, so that its trace is continued. */
const SERVE = [
  ...["serve", "--port", "0", "--chain", "delta", "--history", "2", "--mode", "manual"],
  ...["--trusted-proxies", "127.0.0.1"],
];
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const HEADERS = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

/** Part of what OTLP sends as JSON. */
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly { readonly name: string; readonly traceId: string }[];
    }[];
  }[];
}

let receiver: Server;
let endpoint: string;
const received: Exported[] = [];

beforeAll(async () => {
  receiver = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      if (request.url === "/v1/traces") received.push(JSON.parse(body) as Exported);
      response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

function serve(variables: Readonly<Record<string, string>>): Running {
  return runNodeWith({ XDG_CONFIG_HOME: "/proc/none", ...variables }, COMMAND_LINE, ...SERVE);
}

test("serve exports its spans by OTLP where a variable names an endpoint, the last ones when it stops", async () => {
  const running = serve({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  });
  const [, origin] = await running.printed(/up at (http:\S+)/);
  expect((await fetch(`${origin}/v1/delta/blocks/1`, { headers: HEADERS })).status).toBe(200);
  running.kill("SIGTERM");
  expect(await running.ended).toMatchObject({ code: 0, stderr: "" });
  const parts = received.flatMap(({ resourceSpans }) => resourceSpans);
  const spans = parts.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const names = spans.filter(({ traceId }) => traceId === TRACE).map(({ name }) => name);
  expect(new Set(names)).toEqual(
    new Set(["GET /v1/{segment}/blocks/{identifier}", "admission", "getBlock", "blockBody"]),
  );
  expect(parts[0]?.resource.attributes).toContainEqual({
    key: "service.name",
    value: { stringValue: "alphadelta" },
  });
});

test("serve names the package that an export needs where it is not installed", async () => {
  const missing = new URL("_without_sdk.ts", import.meta.url).href;
  const running = serve({
    OTEL_TRACES_EXPORTER: "otlp",
    NODE_OPTIONS: `--import=${missing}`,
  });
  const { code, stderr } = await running.ended;
  expect(code).not.toBe(0);
  expect(stderr).toContain(
    "OTEL_TRACES_EXPORTER asks for an export of traces, which needs the package @opentelemetry/sdk-node. Install it",
  );
});
