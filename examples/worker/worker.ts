// A worker that answers with the state of the chain. Run in a project that has the package and wrangler:
// npx wrangler dev worker.ts --var SERVICE:http://127.0.0.1:8645 --compatibility-date 2026-01-01
import { type Client, createClient, isAlphadeltaError } from "alphadelta";

interface Environment {
  readonly SERVICE: string;
}

/** One client for all requests: it keeps to one rate limit, and deduplicates equal reads. */
let client: Client<"delta"> | undefined;

export default {
  async fetch(request: Request, { SERVICE }: Environment): Promise<Response> {
    client ??= createClient("delta", { endpoints: SERVICE });
    try {
      const { blockHeight, network } = await client.getChainInfo({ signal: request.signal });
      return Response.json({ network, blockHeight });
    } catch (error) {
      if (!isAlphadeltaError(error)) throw error;
      return Response.json({ error: error.message }, { status: 502 });
    }
  },
};
