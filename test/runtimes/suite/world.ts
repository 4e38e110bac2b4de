import { type Client, type ClientOptions, createClient, type Segment } from "alphadelta";

/** The service that the suite runs against. */
export interface World {
  /** Origin of a proxy before the service, which takes the commands below too. */
  readonly origin: string;
  /** Origin where nothing listens. */
  readonly closed: string;
}

/** A client of the service. Blocks come by {@linkcode command} alone, so that nothing is kept for long. */
export function connect<S extends Segment>(
  { origin }: World,
  segment: S,
  options: Partial<ClientOptions> = {},
): Client<S> {
  return createClient(segment, { endpoints: origin, tier: "Enterprise", ...options });
}

/** Commands of the proxy: a block, another newest block, the end of every WebSocket. */
export type Command = "mine" | "reorganise" | "drop";

/** Has the proxy do something. */
export async function command({ origin }: World, name: Command): Promise<void> {
  const response = await fetch(`${origin}/runtimes/${name}`);
  if (!response.ok) throw new Error(`Cannot ${name}: ${await response.text()}`);
}

/** Fault of every call: never answered, connection closed, answered with another's response. */
export type Trouble = "stall" | "reset" | "garbage";

/** A client each of whose calls is in trouble and is sent once. */
export function connectBadly({ origin }: World, trouble: Trouble): Client<"delta"> {
  return createClient("delta", {
    endpoints: `${origin}/runtimes/${trouble}`,
    tier: "Enterprise",
    retries: 0,
  });
}
