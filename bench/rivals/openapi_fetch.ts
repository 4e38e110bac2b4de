import createFetchClient from "openapi-fetch";
import type { paths } from "../../src/rest/mod.ts";
import type { Rival } from "./rival.ts";

/** openapi-fetch as it comes: no timeout, no second try, no check of the answer. */
export const OPENAPI_FETCH: Rival = {
  name: "openapi-fetch",
  make({ origin, fetch }) {
    const client = createFetchClient<paths>({
      baseUrl: `${origin}/v1/delta`,
      ...(fetch && { fetch: (request: Request) => fetch(request) }),
    });
    return {
      block: async (identifier, signal) => {
        const { data, response } = await client.GET("/blocks/{identifier}", {
          params: { path: { identifier } },
          ...(signal && { signal }),
        });
        if (!data) throw new Error(`HTTP ${response.status}`);
        return data;
      },
      async walk(limit, count) {
        const numbers: number[] = [];
        for (let page = 1; numbers.length < count; page++) {
          const { data } = await client.GET("/blocks", { params: { query: { page, limit } } });
          const blocks = data?.data.blocks ?? [];
          if (blocks.length === 0) break;
          numbers.push(...blocks.map(({ number }) => number));
        }
        return numbers.slice(0, count);
      },
    };
  },
};
