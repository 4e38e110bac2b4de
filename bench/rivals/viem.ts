import { loadRival } from "./load_rival.ts";
import type { Rival } from "./rival.ts";

interface Viem {
  readonly createClient: (options: object) => {
    request(call: object, options?: object): Promise<unknown>;
  };
  readonly http: (url: string, options: object) => unknown;
}

/** viem: JSON-RPC alone, by its `client.request`. */
export async function loadViem(): Promise<Rival> {
  const { createClient, http } = await loadRival<Viem>("viem");
  return {
    name: "viem",
    make({ origin, fetch, timeout, isOnce = false, batches = false }) {
      const options = {
        ...(fetch && { fetchFn: fetch }),
        ...(timeout !== undefined && { timeout }),
        ...(isOnce && { retryCount: 0 }),
        batch: batches,
      };
      const client = createClient({ transport: http(`${origin}/rpc/delta`, options) });
      return {
        balance: (address, height, signal) =>
          client.request({ method: "account_getBalance", params: [address, height] }, { signal }),
      };
    },
  };
}
