import type { SubscriptionEvent } from "../generated/client/types.gen.ts";
import type { SlotState } from "./_slot.ts";
import type { Unchecked } from "./_wire.ts";

/** A notification as received. */
type Event = Unchecked<SubscriptionEvent>;

/** One subscription under an id, which the service may give to another one before it has answered that this one ended. */
interface Generation {
  /** Undefined while it is being ended. */
  readonly slot: SlotState | undefined;
  /** Number of its last notification, among all on the WebSocket; 0 without one. */
  heard: number;
}

/**
 * The subscriptions on one WebSocket by their ids, each until the service has answered that it ended. Notifications go to
 * the newest generation of their id.
 */
export class LiveSubscriptions {
  /** Notifications that came before the reply that names their subscription. */
  early: Event[] = [];
  /** Subscriptions that the service has yet to accept or refuse. */
  pending = 0;
  /** Notifications of all subscriptions, which number them. */
  received = 0;
  readonly #generations = new Map<unknown, Generation>();
  /** Newest cursor of the service's log at the last check of quiet subscriptions. */
  #newest: string | null = null;

  /** The slot that a notification is for. Without one it is buffered, as it may precede the reply to its subscription. */
  find(event: Event): SlotState | undefined {
    const generation = this.#generations.get(event.subscription);
    this.received++;
    if (generation) generation.heard = this.received;
    else if (this.pending > 0) this.early.push(event);
    return generation?.slot;
  }

  /** True if a live subscription has this id. */
  has(id: unknown): boolean {
    return this.#generations.get(id)?.slot !== undefined;
  }

  /** True if notifications with this id came since `asked` that may have been of the subscription before or of the next. */
  isUncertain(id: unknown, asked: number): boolean {
    return (this.#generations.get(id)?.heard ?? 0) > asked;
  }

  /** The service has accepted the subscription of a slot under this id. */
  add(id: string, slot: SlotState): void {
    this.#generations.set(id, { slot, heard: 0 });
  }

  /** The subscription under this id is being ended; returns what to call once the service has answered that. */
  end(id: string): () => void {
    const ended = { slot: undefined, heard: 0 };
    this.#generations.set(id, ended);
    this.early = this.early.filter(({ subscription }) => subscription !== id);
    return () => {
      if (this.#generations.get(id) === ended) this.#generations.delete(id);
    };
  }

  /** A slot to which no event came since the last check of quiet subscriptions. */
  get quiet(): SlotState | undefined {
    return this.#slots().find(({ entry }) => entry?.isQuiet);
  }

  /**
   * Advances to the newest cursor of the last check, and remembers that of this one. All that the service sent before the last
   * one has arrived by now, so a subscription that is still quiet has no event up to it.
   */
  advance(newest: string | null): void {
    const cursor = this.#newest;
    this.#newest = newest;
    for (const { entry, listener } of this.#slots()) {
      if (!entry) continue;
      const { isQuiet } = entry;
      entry.isQuiet = true;
      if (isQuiet && cursor !== null) listener.notify({ type: "advanced", cursor });
    }
  }

  #slots(): SlotState[] {
    return [...this.#generations.values()].flatMap(({ slot }) => slot ?? []);
  }
}
