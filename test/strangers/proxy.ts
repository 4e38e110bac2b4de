/**
 * Plays the golden exchanges with Prism between us and a listening service: `npm run test:proxy`. Prism reads the REST
 * document by itself and tells of every answer that is not as the document says. Exits with 1 if there is one.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startPrism } from "../../bench/rivals/prism.ts";
import type { Segment } from "../../src/chains/mod.ts";
import { createService, listen } from "../../src/service/mod.ts";
import {
  loadContract,
  openPlace,
  parseExchange,
  processTarget,
  runExchange,
  type Target,
} from "../exchange_runner/mod.ts";
import { chainsOf } from "../exchange_runner/parse_exchange.ts";
import { readExchanges } from "../exchange_runner/run_all.ts";
import { answerHelp } from "../../scripts/read_flags.ts";

answerHelp();

/** Prism's verdict on one exchange. */
interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const SEGMENTS: readonly Segment[] = ["alpha", "delta"];
const PORT = 8_790;

const service = await createService({
  segments: SEGMENTS,
  history: 30,
  mode: "manual",
  traffic: false,
  keylessTier: "Enterprise",
  keysPerDay: 1_000,
  keysPerAddress: 1_000,
});
const listener = await listen(service, { port: 0, stopTimeout: 1_000 });
const contract = await loadContract(ROOT);
const files = await readExchanges(join(ROOT, "test/exchanges"), "");
let passed = 0;
const violations: string[] = [];
try {
  for (const [index, segment] of SEGMENTS.entries()) {
    const base = `/v1/${segment}`;
    const prism = await startPrism(PORT + index, listener.origin + base);
    try {
      await playAll(segment, proxied(base, prism.origin));
    } finally {
      prism.process.kill();
    }
  }
} finally {
  await listener.close();
}
for (const violation of violations) console.log(violation);
console.log(
  `${passed} REST requests passed through Prism, ${violations.length} answers are not as documented`,
);
process.exitCode = passed > 0 && violations.length === 0 ? 0 : 1;

/** The service, with Prism in front of what is read through REST. */
function proxied(base: string, prism: string): Target {
  return {
    ...processTarget(service),
    origin: listener.origin,
    socketOrigin: listener.origin,
    async fetch(request) {
      const path = request.url.slice(listener.origin.length);
      if (request.method !== "GET" || !path.startsWith(`${base}/`)) return fetch(request);
      const response = await fetch(new Request(prism + path.slice(base.length), request));
      passed++;
      const found = JSON.parse(response.headers.get("sl-violations") ?? "[]") as Violation[];
      for (const { location, message } of found) {
        if (location[0] === "response")
          violations.push(`GET ${path}: ${location.join(".")}: ${message}`);
      }
      return response;
    },
  };
}

async function playAll(segment: Segment, target: Target): Promise<void> {
  const place = await openPlace({ target, segment });
  const { chain } = place.selection;
  for (const { text } of files) {
    if (!chainsOf(text).includes(chain)) continue;
    const exchange = parseExchange(text, chain);
    // Whether it passes is a matter of other tests; a proxy rewrites paths and headers.
    if (exchange.mempoolSize === undefined)
      await runExchange(exchange, place, contract).catch(() => undefined);
  }
}
