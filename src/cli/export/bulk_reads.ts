import type { Client } from "../../client/mod.ts";
import { UNLIMITED_TIER } from "../../generated/tiers.gen.ts";
import type { ResponseInfo } from "../../transport/mod.ts";
import type { CommandContext } from "../command.ts";
import { wrongUse } from "../exit_error.ts";
import type { ChainHints } from "../settings/connection.ts";

/** Header of a service that limits rates. */
const RATE_LIMIT = "RateLimit-Policy";

/** A client for many reads, the newest height, and the response that carried the height. */
interface BulkReads {
  readonly client: Client;
  readonly head: number;
  readonly response: ResponseInfo;
}

/** Opens the client; without `--tier`, a service whose response has no rate limits is read without limits. */
export async function openBulkReads(
  { settings, connect }: CommandContext,
  hints: ChainHints,
): Promise<BulkReads> {
  const { tier } = await settings(hints);
  const client = await connect(hints);
  const { data, response } = await client.getChainInfo().withResponse();
  const head = data.blockHeight;
  if (tier !== undefined || response.headers.has(RATE_LIMIT)) return { client, head, response };
  return { client: await connect(hints, { tier: UNLIMITED_TIER }), head, response };
}

/** Checks that a range of heights is not reversed. */
export function checkRange(action: string, from: number, to = Infinity): void {
  if (from > to)
    throw wrongUse(`Cannot ${action} from height ${from} to ${to}: --from is the lower one.`);
}
