import { LIMITS } from "../generated/limits.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { abortable } from "../transport/internal.ts";
import { connectionError } from "./_event_errors.ts";
import { Connection, type ConnectionParts, type ConnectionPhase } from "./_connection.ts";
import type { Slot, SlotInput, SlotListener } from "./_slot.ts";

/** Parts of a {@linkcode ConnectionPool}. */
interface ConnectionPoolParts extends Omit<ConnectionParts, "shared"> {
  /** Why there can be no connection; undefined if there can. */
  readonly obstacle: string | undefined;
}

/** Subscriptions of a connection: one fewer than the service allows, since one more reads the newest cursor now and then. */
const MOST = LIMITS.subscriptionsPerConnection - 1;

/** Inputs of a slot after which no cursor comes. */
const ENDS: readonly SlotInput["type"][] = ["refused", "unsupported", "unreachable", "failed"];

/** From the worst to the best. */
const PHASES: readonly ConnectionPhase[] = ["waiting", "connecting", "open"];

/** The connections of a client: one, until it has as many subscriptions as the service allows. */
export class ConnectionPool {
  readonly #parts: ConnectionPoolParts;
  readonly #connections = new Set<Connection>();
  readonly #shared = { wasAnswered: false };

  constructor(parts: ConnectionPoolParts) {
    this.#parts = parts;
  }

  /** The worst phase of the connections in use; `idle` where every subscription polls, or there is none. */
  get phase(): ConnectionPhase {
    const inUse = [...this.#connections].filter(({ isStandby }) => !isStandby);
    return PHASES.find((phase) => inUse.some((one) => one.phase === phase)) ?? "idle";
  }

  /** Adds a slot to a connection; where there can be none, the listener is told, and gets no slot. */
  add(listener: SlotListener): Slot | undefined {
    const { obstacle, segment } = this.#parts;
    if (obstacle !== undefined) {
      const error = connectionError(obstacle, { segment, attempts: 0 });
      listener.notify({ type: "unreachable", error });
      return undefined;
    }
    const room = LIMITS.addressesPerConnection - listener.addressCount;
    const free = [...this.#connections].find(
      ({ size, addressCount }) => size < MOST && addressCount <= room,
    );
    return (free ?? this.#open()).add(listener);
  }

  /** Reads the newest cursor of the service's log, if it gives any: it begins a subscription, and ends it at once. */
  readCursor(topic: TopicName, signal: AbortSignal): Promise<string | null> {
    return abortable(signal, (resolve, reject) => {
      const notify = (input: SlotInput): void => {
        const { type } = input;
        if (type === "subscribed") resolve(input.cursor);
        if (ENDS.includes(type)) reject((input as { readonly error?: unknown }).error);
      };
      const phase = "connecting";
      const slot = this.add({ topic, phase, addressCount: 0, filter: () => ({}), notify });
      return () => slot?.release();
    });
  }

  /** Closes every connection, and so ends the subscriptions there without a request for each. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }

  #open(): Connection {
    const connection: Connection = new Connection({
      ...this.#parts,
      shared: this.#shared,
      onChange: (reason, error) => {
        if (connection.size === 0) this.#connections.delete(connection);
        this.#parts.onChange(reason, error);
      },
    });
    this.#connections.add(connection);
    return connection;
  }
}
