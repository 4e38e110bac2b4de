import { loadRival } from "./load_rival.ts";
import { balanceRequest, type Rival } from "./rival.ts";

interface Sent {
  json(): Promise<unknown>;
}

interface Ky {
  readonly default: {
    create(options: object): {
      get(url: string, options?: object): Sent;
      post(url: string, options?: object): Sent;
    };
  };
}

/** ky, with calls built by hand. */
export async function loadKy(): Promise<Rival> {
  const { default: ky } = await loadRival<Ky>("ky");
  return {
    name: "ky",
    make({ origin, fetch, timeout, isOnce = false }) {
      const client = ky.create({
        ...(fetch && { fetch }),
        ...(timeout !== undefined && { timeout }),
        ...(isOnce && { retry: 0 }),
      });
      let id = 0;
      return {
        balance: (address, height, signal) => {
          const json = balanceRequest(++id, address, height);
          return client.post(`${origin}/rpc/delta`, { json, signal }).json();
        },
        block: (height, signal) =>
          client.get(`${origin}/v1/delta/blocks/${height}`, { signal }).json(),
      };
    },
  };
}
