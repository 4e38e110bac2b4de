// A worker that answers with the state of the chain. `wrangler dev worker.ts`, with the service's URL in SERVICE.
import { type Client, createClient, isAlphadeltaError } from "alphadelta";

interface Environment {
  readonly SERVICE: string;
}

/** One client for all requests: it keeps to one allowance, and shares equal reads. */
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
