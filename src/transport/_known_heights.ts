import { CHAIN_HEIGHT } from "../chains/internal.ts";
import { ignore } from "../notify.ts";
import type { CallOutcome, PendingCall } from "./pending_call.ts";
import { type TransportCall, hostOf } from "./transport_call.ts";

/**
 * The heights that a client knows of its chains, by answers and events, so that no later result is of a lower height. No call
 * shares a request that went out before the present height was known, and the cache counts confirmations by these heights. A
 * request names the height to a service that tells heights in its headers, where several processes may answer.
 */
export class KnownHeights {
  readonly #heights = new Map<string, number>();
  /** Chains whose service tells heights in headers. */
  readonly #told = new Set<string>();
  #changes = 0;
  /** Is told how many blocks a chain has lost. */
  onLoss: (blocks: number) => void = ignore;

  /** Number of times that something became known: another height, a reorganisation, or the answer to a submission. */
  get changes(): number {
    return this.#changes;
  }

  /** The height of the chain of a call; -1 before any is known. */
  heightOf(call: TransportCall): number {
    return this.#heights.get(chainKey(call)) ?? -1;
  }

  /** The least height that the answer to a call may be of. */
  leastOf(call: TransportCall): number | undefined {
    if (this.#told.size === 0) return undefined;
    const chain = chainKey(call);
    return this.#told.has(chain) ? this.#heights.get(chain) : undefined;
  }

  /** Notes the height in the headers of an answer; one below what was asked for is of a chain that got shorter. */
  observe(call: TransportCall, asked: string | undefined, answered: Headers | undefined): void {
    const text = answered?.get(CHAIN_HEIGHT);
    if (!text || !/^\d{1,15}$/.test(text)) return;
    const height = Number(text);
    const chain = chainKey(call);
    this.#told.add(chain);
    this.#note(chain, height, height < Number(asked ?? 0));
  }

  /** Notes what a caller gets: a value that shows a height, or the answer to a submission. */
  read({ call }: PendingCall, { value }: CallOutcome): void {
    const { height: info, safe } = call;
    if (!safe) this.#changes++;
    const height = info && (value as Readonly<Record<string, unknown>> | null)?.[info.field];
    if (typeof height !== "number") return;
    const chain = chainKey(call);
    this.#note(chain, height, !info?.settles && !this.#told.has(chain));
  }

  /** Notes the height of an event, or the highest block that stays in a reorganisation. */
  hear(host: string, segment: string, height: number, isReorg: boolean): void {
    const chain = `${host} ${segment}`;
    if (isReorg) this.#changes++;
    this.#note(chain, height, isReorg && !this.#told.has(chain));
  }

  #note(chain: string, height: number, mayFall: boolean): void {
    const known = this.#heights.get(chain) ?? -1;
    if (mayFall ? height === known : height <= known) return;
    this.#heights.set(chain, height);
    this.#changes++;
    if (height < known) this.onLoss(known - height);
  }
}

function chainKey(call: TransportCall): string {
  return `${hostOf(call)} ${call.context.segment}`;
}
