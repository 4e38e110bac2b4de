import { loadRival } from "./load_rival.ts";
import { balanceRequest, type Rival } from "./rival.ts";

interface Client {
  get(path: string, options?: object): Promise<unknown>;
  post(path: string, options?: object): Promise<unknown>;
  getAPIList(path: string, page: unknown, options: object): AsyncIterable<{ number: number }>;
}

interface OpenAi {
  readonly default: new (options: object) => Client;
}

interface AbstractPage {
  readonly options: { readonly query?: { readonly page?: number } };
}

interface Pagination {
  readonly AbstractPage: new (...args: readonly unknown[]) => AbstractPage;
}

interface Body {
  readonly data: { readonly blocks: readonly { readonly number: number }[] };
}

/** A client that Stainless generated, by the calls below its resources: openai. */
export async function loadStainless(): Promise<Rival> {
  const { default: OpenAi } = await loadRival<OpenAi>("openai");
  const { AbstractPage } = await loadRival<Pagination>("openai/core/pagination");

  /** As Stainless generates it for lists by page number. */
  class NumberedPage extends AbstractPage {
    readonly blocks: Body["data"]["blocks"];

    constructor(client: unknown, response: unknown, body: Body, options: unknown) {
      super(client, response, body, options);
      this.blocks = body.data.blocks;
    }

    getPaginatedItems(): Body["data"]["blocks"] {
      return this.blocks;
    }

    nextPageRequestOptions(): object {
      const { query = {} } = this.options;
      return { ...this.options, query: { ...query, page: (query.page ?? 1) + 1 } };
    }
  }

  return {
    name: "Stainless",
    make({ origin, fetch, timeout, isOnce = false }) {
      const client = new OpenAi({
        apiKey: "none",
        // Else it shows that key, which the service does not know.
        defaultHeaders: { Authorization: null },
        baseURL: origin,
        ...(fetch && { fetch }),
        ...(timeout !== undefined && { timeout }),
        ...(isOnce && { maxRetries: 0 }),
      });
      let id = 0;
      return {
        balance: async (address, height, signal) => {
          const body = balanceRequest(++id, address, height);
          return client.post("/rpc/delta", { body, signal });
        },
        block: async (height, signal) => client.get(`/v1/delta/blocks/${height}`, { signal }),
        async walk(limit, count) {
          const numbers: number[] = [];
          const query = { limit, page: 1 };
          for await (const { number } of client.getAPIList("/v1/delta/blocks", NumberedPage, {
            query,
          })) {
            numbers.push(number);
            if (numbers.length === count) return numbers;
          }
          return numbers;
        },
      };
    },
  };
}
