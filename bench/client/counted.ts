import type { PlatformFetch } from "../../src/transport/mod.ts";

/** A `fetch` that counts what it sends. */
export interface Counted {
  readonly fetch: PlatformFetch;
  /** Statuses of the answers so far, in the order they came. */
  readonly statuses: readonly number[];
  readonly sent: () => number;
}

/** Counts the requests of the runtime's own `fetch`; takes away headers of its answers by name. */
export function countFetch(hidden: readonly string[] = []): Counted {
  const statuses: number[] = [];
  let sent = 0;
  return {
    statuses,
    sent: () => sent,
    async fetch(input, init) {
      sent += 1;
      const response = await globalThis.fetch(input, init);
      statuses.push(response.status);
      if (hidden.length === 0) return response;
      const headers = new Headers(response.headers);
      for (const name of hidden) headers.delete(name);
      const { status } = response;
      return new Response(await response.arrayBuffer(), { status, headers });
    },
  };
}
