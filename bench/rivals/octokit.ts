import type { PlatformFetch } from "../../src/transport/mod.ts";
import { loadRival } from "./load_rival.ts";
import { balanceRequest, type Rival, type RivalOptions } from "./rival.ts";

interface Client {
  request(route: string, options?: object): Promise<{ readonly data: unknown }>;
  paginate: {
    iterator(route: string, options: object): AsyncIterable<{ readonly data: unknown }>;
  };
}

interface Core {
  readonly Octokit: {
    plugin(...plugins: unknown[]): Core["Octokit"];
    new (options: object): Client;
  };
}

/** As its documentation shows it. */
const THROTTLE = {
  onRateLimit: isEarly,
  onSecondaryRateLimit: isEarly,
  fallbackSecondaryRateRetryAfter: 1,
};

const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The core of Octokit with its plugin for pages, and with its throttling where calls are to be paced. */
export async function loadOctokit(isThrottled = false): Promise<Rival> {
  const { Octokit } = await loadRival<Core>("@octokit/core");
  const { paginateRest } = await loadRival<{ paginateRest: unknown }>(
    "@octokit/plugin-paginate-rest",
  );
  const { throttling } = await loadRival<{ throttling: unknown }>("@octokit/plugin-throttling");
  const Class = isThrottled
    ? Octokit.plugin(paginateRest, throttling)
    : Octokit.plugin(paginateRest);
  return {
    name: "Octokit",
    make({ origin, fetch }: RivalOptions) {
      const clientOf = (sender: PlatformFetch | undefined): Client =>
        new Class({
          baseUrl: origin,
          log: SILENT,
          ...(sender && { request: { fetch: sender } }),
          ...(isThrottled && { throttle: THROTTLE }),
        });
      const client = clientOf(fetch);
      let id = 0;
      return {
        balance: (address, height, signal) => {
          return client.request("POST /rpc/delta", {
            data: balanceRequest(++id, address, height),
            ...(signal && { request: { signal, ...(fetch && { fetch }) } }),
          });
        },
        block: (height, signal) =>
          client.request("GET /v1/delta/blocks/{height}", {
            height,
            ...(signal && { request: { signal, ...(fetch && { fetch }) } }),
          }),
        async walk(limit, count) {
          const numbers: number[] = [];
          const { paginate } = clientOf(withLinks(fetch ?? globalThis.fetch));
          const pages = paginate.iterator("GET /v1/delta/blocks", { limit });
          for await (const { data } of pages) {
            for (const { number } of data as readonly { readonly number: number }[]) {
              numbers.push(number);
              if (numbers.length === count) return numbers;
            }
          }
          return numbers;
        },
      };
    },
  };
}

/** Its pages go by the header `Link` and by bare arrays, as those of the service it was made for. */
function withLinks(fetch: PlatformFetch): PlatformFetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (!url.pathname.endsWith("/blocks") || !response.ok) return response;
    const { data } = (await response.json()) as { data: { blocks: unknown[] } };
    const page = Number(url.searchParams.get("page") ?? 1);
    url.searchParams.set("page", String(page + 1));
    const link = `<${url.href}>; rel="next"`;
    return new Response(JSON.stringify(data.blocks), {
      headers: { "content-type": "application/json", link },
    });
  };
}

/** Tells the throttling to try again, twice. */
function isEarly(_after: number, _options: object, _octokit: unknown, count: number): boolean {
  return count < 2;
}

function ignore(): void {}
