import { CHAIN_HEIGHT } from "../chains/internal.ts";
import { type TransportCall, hostOf } from "./transport_call.ts";

type Call = TransportCall<unknown>;

/**
 * The heights that a service told of its chains: where several processes answer, a later request names what an earlier
 * answer was read at, so that what one client sees never goes back. Nothing is sent to a service that tells none.
 */
export class KnownHeights {
  /** Changes of a height so far. */
  changes = 0;
  readonly #heights = new Map<string, number>();

  /** The least height that the answer to a call may be of. */
  leastOf(call: Call): number | undefined {
    return this.#heights.size === 0 ? undefined : this.#heights.get(chainKey(call));
  }

  /** Notes the height that an answer tells; one below what was asked for is of a chain that got shorter. */
  observe(call: Call, asked: string | undefined, answered: Headers | undefined): void {
    const text = answered?.get(CHAIN_HEIGHT);
    if (!text || !/^\d{1,15}$/.test(text)) return;
    const height = Number(text);
    const isShorter = height < Number(asked ?? 0);
    const known = this.#heights.get(chainKey(call)) ?? 0;
    if (height <= known && !isShorter) return;
    this.#heights.set(chainKey(call), height);
    this.changes++;
  }
}

function chainKey(call: Call): string {
  return `${hostOf(call)} ${call.context.segment}`;
}
