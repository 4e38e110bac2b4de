/// <reference lib="esnext.disposable" preserve="true" />
import { type ChainOf, type Segment, SEGMENTS } from "../chains/mod.ts";
import type { Client, ClientOptions } from "../client/mod.ts";
import type { DevAccountOf } from "../devnet/mod.ts";
import type { DevControl, FaultRule, Service } from "../service/mod.ts";
import type { Address, Amount, Hex, UnixSeconds } from "../units/mod.ts";

/** A service inside a test. Methods with an optional segment apply to every served segment without one. */
export interface TestService<S extends Segment = Segment> extends AsyncDisposable {
  /** Origin of the service, such as `http://127.0.0.1:50123`; `endpoints` of a client. */
  readonly url: string;
  /** The same as `url`, named as the option of `createClient`. */
  readonly endpoints: string;
  /** Served segments, in the order of the option. */
  readonly segments: readonly S[];
  /** Handles a request in process, without a socket; same signature as the runtime's `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Creates a client of a segment, with the service's tier. It caches nothing, since a test may revert blocks. Its
   * subscriptions end with the service.
   *
   * @throws {RangeError} If the segment is not served.
   */
  client<T extends S>(segment: T, options?: Partial<ClientOptions>): Client<T>;
  /** Accounts with funds from the first block on, and their private keys; the same seed gives the same accounts. */
  accounts<T extends S>(segment: T): Promise<DevAccountOf[ChainOf[T]][]>;
  /** Produces `count` blocks at once; pending transactions are included. */
  mine(count?: number, segment?: S): Promise<void>;
  /** Current time of the service. */
  now(): Date;
  /**
   * Sets the time of the service, which applies to limits and to new blocks.
   *
   * @throws {RangeError} If it is before the current time.
   */
  setTime(time: Date | UnixSeconds): void;
  /** Moves the time forward by `seconds`, which may be a fraction. */
  advance(seconds: number): void;
  /**
   * Pays an address from the devnet's own funds, and produces the block that contains the payment.
   *
   * @param segment Optional if only one served segment has the prefix of the address.
   * @returns Hash of the transaction.
   * @throws {RangeError} If the address or amount is wrong.
   * @throws {Error} If the devnet refuses the payment; the message says why.
   */
  fund(address: Address, amount: Amount, segment?: S): Promise<Hex>;
  /** Saves the state of every chain, with its pending transactions. */
  snapshot(): Promise<Snapshot>;
  /** Restores a snapshot, any number of times, and drops later ones. Time and faults are unchanged. */
  revert(snapshot: Snapshot): Promise<void>;
  /** Replaces the newest `depth` blocks with `depth + 1` others; transactions left out are pending again. */
  reorganise(depth: number, segment?: S): Promise<void>;
  /** Injects faults into requests, over sockets and in `fetch` alike. */
  readonly faults: TestFaults;
  /**
   * Control of one segment; its methods return their results.
   *
   * @throws {RangeError} If the segment is not served.
   */
  dev(segment: S): DevControl;
  /** Closes subscriptions, the listener and the service. A second call does nothing. */
  close(): Promise<void>;
}

/** Ids of the chains' snapshots, by segment. */
export type Snapshot = Readonly<Record<string, string>>;

/** Injected faults of a service. Each rule has the affected requests, the probability and the failure. */
export interface TestFaults {
  /** Replaces the rules and restarts their random draws from the service's seed. */
  set(rules: readonly FaultRule[]): void;
  /** Removes all rules. */
  clear(): void;
}

/** Methods of a test service that control its chains and faults. */
export type ControlMethods<S extends Segment> = Pick<
  TestService<S>,
  "dev" | "faults" | "fund" | "mine" | "reorganise" | "revert" | "snapshot"
>;

/** Implements the control methods of a service with these segments. */
export function controlMethods<S extends Segment>(
  service: Service,
  segments: readonly S[],
): ControlMethods<S> {
  const dev = (segment: S): DevControl => service.dev(segment);
  /** One after the other, so that the same calls give the same hashes. */
  async function forEach(work: (of: DevControl) => Promise<unknown>, segment?: S): Promise<void> {
    for (const name of segment === undefined ? segments : [segment]) await work(dev(name));
  }
  // Faults apply to the whole service, whichever segment sets them.
  const setFaults = (rules: readonly FaultRule[]): void =>
    segments.slice(0, 1).forEach((name) => dev(name).setFaults(rules));
  return {
    dev,
    faults: { set: setFaults, clear: () => setFaults([]) },
    mine: (count = 1, segment) => forEach((control) => control.mine(count), segment),
    reorganise: (depth, segment) => forEach((control) => control.reorganise(depth), segment),
    fund: async (address, amount, segment = segmentOf(address, segments)) =>
      pay(dev(segment), address, amount),
    async snapshot() {
      const taken: [name: string, id: string][] = [];
      for (const name of segments) taken.push([name, await dev(name).snapshot()]);
      return Object.fromEntries(taken);
    },
    async revert(snapshot) {
      for (const name of segments) await dev(name).revert(snapshot[name] ?? "none");
    },
  };
}

/** The only served segment whose address prefix matches. */
function segmentOf<S extends Segment>(address: Address, segments: readonly S[]): S {
  const takers = segments.filter((name) => address.startsWith(SEGMENTS[name].addressPrefix));
  const [segment] = takers;
  if (segment !== undefined && takers.length === 1) return segment;
  throw new RangeError(
    takers.length > 1
      ? `Cannot fund ${address}: name one of the segments that it fits, ${takers.join(", ")}`
      : `Cannot fund ${address}: it fits none of the served segments, ${segments.join(", ")}`,
  );
}

/** Sends the payment and produces the block that contains it. */
async function pay(dev: DevControl, address: Address, amount: Amount): Promise<Hex> {
  const outcome = await dev.fund(address, amount);
  if (!("txHash" in outcome)) throw new Error(`Cannot fund ${address}: ${outcome.reason}`);
  await dev.mine();
  return outcome.txHash;
}
