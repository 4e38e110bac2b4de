import { LIMITS } from "../generated/limits.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { onAbort } from "../transport/mod.ts";
import { gap } from "./_event_errors.ts";
import { Connection, type ConnectionParts, type ConnectionPhase } from "./_connection.ts";
import type { Slot, SlotInput, SlotListener, SlotMode } from "./_socket_subscriptions.ts";

/** Parts of a {@linkcode ConnectionPool}. */
export type ConnectionPoolParts = Omit<ConnectionParts, "shared">;

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

  add(listener: SlotListener, mode: SlotMode): Slot {
    const most = LIMITS.subscriptionsPerConnection;
    const free = [...this.#connections].find(({ size }) => size < most);
    return (free ?? this.#open()).add(listener, mode);
  }

  /** Reads the newest cursor of the service's log: it begins a subscription, and ends it at once. */
  readCursor(topic: TopicName, signal: AbortSignal): Promise<string> {
    let slot: Slot | undefined;
    let release: (() => void) | undefined;
    const read = new Promise<string>((resolve, reject) => {
      signal.throwIfAborted();
      const { segment } = this.#parts;
      const notify = (input: SlotInput): void => {
        const { type } = input;
        const isLost = type === "refused" || type === "unreachable" || type === "failed";
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the error that the connection failed with
        if (isLost) reject(input.error);
        else if (type === "subscribed" && input.cursor !== null) resolve(input.cursor);
        else if (type === "subscribed")
          reject(gap("the service gave no cursor to resume from", { topic, segment }));
      };
      slot = this.add({ topic, filter: () => ({}), notify }, "active");
      release = onAbort(signal, () => reject(signal.reason));
    });
    return read.finally(() => {
      release?.();
      slot?.release();
    });
  }

  #open(): Connection {
    const connection: Connection = new Connection({
      ...this.#parts,
      shared: this.#shared,
      onChange: (reason) => {
        if (connection.size === 0) this.#connections.delete(connection);
        this.#parts.onChange(reason);
      },
    });
    this.#connections.add(connection);
    return connection;
  }
}
