/// <reference lib="esnext.disposable" preserve="true" />
import type { ChainOf, Segment } from "../chains/mod.ts";
import type { Client, ClientOptions } from "../client/mod.ts";
import type { DevAccountOf } from "../devnet/mod.ts";
import type { DevControl, FaultRule } from "../service/mod.ts";
import type { Address, Amount, Hex, UnixSeconds } from "../units/mod.ts";

/** A service inside a test. What takes a segment at the end means every one that is served if it is left out. */
export interface TestService<S extends Segment = Segment> extends AsyncDisposable {
  /** Origin that it is reached at, such as `http://127.0.0.1:50123`; `endpoints` of a client. */
  readonly url: string;
  /** The same, under the name that `createClient` takes it by. */
  readonly endpoints: string;
  /** The segments that it serves, in the order they were asked for. */
  readonly segments: readonly S[];
  /** Answers in process, without a socket; takes what the runtime's own `fetch` takes. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * A client of a segment. It knows the service's tier and keeps no answers, since a test may take blocks back; its
   * subscriptions end with the service.
   *
   * @throws {RangeError} If the segment is not served.
   */
  client<T extends S>(segment: T, options?: Partial<ClientOptions>): Client<T>;
  /** Accounts that hold funds from the first block on, always the same for a seed, with the keys to sign by. */
  accounts<T extends S>(segment: T): Promise<DevAccountOf[ChainOf[T]][]>;
  /** Makes `count` blocks of what is pending, at once. */
  mine(count?: number, segment?: S): Promise<void>;
  /** The present of the service. */
  now(): Date;
  /**
   * Sets the present, of limits and of the blocks to come.
   *
   * @throws {RangeError} If it is before the present.
   */
  setTime(time: Date | UnixSeconds): void;
  /** Moves the present on by `seconds`: a fraction is taken too. */
  advance(seconds: number): void;
  /**
   * Pays an address out of the devnet's own funds, and makes the block that holds the payment.
   *
   * @param segment May be left out if one segment that is served takes the address.
   * @returns Hash of the transaction that pays.
   * @throws {RangeError} If the address or amount is wrong.
   * @throws {Error} If the devnet refuses the payment; the message says why.
   */
  fund(address: Address, amount: Amount, segment?: S): Promise<Hex>;
  /** Remembers every chain and what is pending there. */
  snapshot(): Promise<Snapshot>;
  /** Goes back to a snapshot, as often as asked, and forgets later ones. The time and the faults stay as they are. */
  revert(snapshot: Snapshot): Promise<void>;
  /** Replaces the newest `depth` blocks by others, one more; what falls out is pending again. */
  reorganise(depth: number, segment?: S): Promise<void>;
  /** Makes requests fail on purpose, over sockets and in `fetch` alike. */
  readonly faults: TestFaults;
  /**
   * The control of one segment, which tells what it made.
   *
   * @throws {RangeError} If the segment is not served.
   */
  dev(segment: S): DevControl;
  /** Ends subscriptions, listening and the service. A second call does nothing. */
  close(): Promise<void>;
}

/** Names of the snapshots of chains, by segment. */
export type Snapshot = Readonly<Record<string, string>>;

/** Faults of a service: each rule says which requests, how likely, and what befalls them. */
export interface TestFaults {
  /** Replaces the rules; draws follow from the service's seed, anew each time. */
  set(rules: readonly FaultRule[]): void;
  /** Takes all rules away. */
  clear(): void;
}
