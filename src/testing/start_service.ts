import { type Segment, selectChain } from "../chains/mod.ts";
import { type Client, type ClientOptions, createClient } from "../client/mod.ts";
import { devAccounts } from "../devnet/mod.ts";
import { FIRST_SEGMENTS, type FirstSegment } from "../generated/segments.gen.ts";
import { KEYLESS_TIER, type Tier, UNLIMITED_TIER } from "../generated/tiers.gen.ts";
import { NODE_FLOOR } from "../node_floor.ts";
import type { Listener, Service, ServiceOptions } from "../service/mod.ts";
import { controlMethods, type TestService } from "./test_service.ts";
import { ServiceClock } from "./_service_clock.ts";

/** First moment of the clock in mode `manual`, in milliseconds since 1970. */
const START: number = Date.UTC(2026, 0, 1);

/** Milliseconds that a closed service waits for its open requests. */
const STOP_TIMEOUT = 1_000;

/**
 * Starts a service inside the running program, for tests. It needs Node.
 *
 * By default only `mine` produces blocks, the clock is constant, and there is no rate limit. The same options and calls
 * give the same hashes.
 *
 * @throws {RangeError} If an option is out of range.
 * @throws {Error} If this is not Node 22.13 or later, or the port cannot be listened on; the message says why.
 *
 * @example
 * ```ts
 * import { startService } from "alphadelta/testing";
 *
 * await using service = await startService({ segments: ["delta"] });
 * const delta = service.client("delta");
 * const [alice] = await service.accounts("delta");
 * if (alice) {
 *   await service.fund(alice.address, 5n);
 *   console.log(await delta.getAccount(alice.address));
 * }
 * ```
 */
export async function startService<const S extends Segment = FirstSegment>(
  options: StartServiceOptions<S> = {},
): Promise<TestService<S>> {
  const { createService, listen } = await loadService();
  const defaultTier = UNLIMITED_TIER ?? KEYLESS_TIER;
  const { mode = "manual", tier = defaultTier, port = 0, clock, ...rest } = options;
  const segments = options.segments ?? (Object.values(FIRST_SEGMENTS) as unknown as readonly S[]);
  const serviceClock = new ServiceClock(clock ?? (mode === "manual" ? () => START : Date.now));
  const service = await createService({
    history: 10,
    traffic: false,
    ...rest,
    segments,
    mode,
    keylessTier: tier,
    clock: () => serviceClock.now(),
  });
  try {
    const listener = await listen(service, { port, stopTimeout: STOP_TIMEOUT });
    return createTestService({ service, listener, segments, serviceClock, tier });
  } catch (error) {
    await service.close();
    throw error;
  }
}

interface TestServiceParts<S extends Segment> {
  readonly service: Service;
  readonly listener: Listener;
  readonly segments: readonly S[];
  readonly serviceClock: ServiceClock;
  readonly tier: Tier;
}

function createTestService<S extends Segment>(parts: TestServiceParts<S>): TestService<S> {
  const { service, listener, segments, serviceClock, tier } = parts;
  const url = listener.origin;
  const clients = new Set<Pick<Client, "events">>();
  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    await Promise.all([...clients].map(({ events }) => events.close()));
    // Closes the service, too.
    await listener.close();
  }
  const testService: TestService<S> = {
    url,
    endpoints: url,
    segments,
    fetch: service.fetch,
    client<T extends S>(segment: T, options: Partial<ClientOptions> = {}): Client<T> {
      // Throws if the segment is not served.
      service.dev(segment);
      const client = createClient(segment, { endpoints: url, tier, cache: false, ...options });
      clients.add(client);
      return client;
    },
    async accounts(segment) {
      const { chain, network } = selectChain(segment);
      return devAccounts(chain, { network, seed: service.dev(segment).seed });
    },
    now: () => new Date(serviceClock.now()),
    setTime: (to) => serviceClock.set(to),
    advance: (seconds) => serviceClock.advance(seconds),
    ...controlMethods(service, segments),
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => testService.close(),
  };
  return testService;
}

/**
 * Loads the service, which needs Node's built-in modules.
 *
 * @throws {Error} If the modules are missing; the message names the runtime.
 */
async function loadService(): Promise<typeof import("../service/mod.ts")> {
  try {
    return await import("../service/mod.ts");
  } catch (cause) {
    throw new Error(
      `Cannot start a service in ${runtimeName()}: it needs ${NODE_FLOOR}; in other runtimes, run \`alphadelta serve\` and pass its URL to the client`,
      { cause },
    );
  }
}

function runtimeName(): string {
  if (globalThis.navigator?.userAgent) return globalThis.navigator.userAgent;
  return globalThis.process === undefined ? "this runtime" : `Node ${process.versions.node}`;
}

/** Options of {@linkcode startService}: those of `createService` with defaults for tests, and a few more. */
export interface StartServiceOptions<S extends Segment = Segment> extends Omit<
  ServiceOptions,
  "segments" | "keylessTier"
> {
  /** Segments to serve; each adds to the start-up time. @default {the first segment of each chain} */
  readonly segments?: readonly S[];
  /** Timing of new blocks; in `manual` only `mine` produces them. @default {"manual"} */
  readonly mode?: NonNullable<ServiceOptions["mode"]>;
  /** Blocks that each chain starts with. @default {10} */
  readonly history?: number;
  /** Adds seeded transfers while the service runs. @default {false} */
  readonly traffic?: boolean;
  /** Tier of requests without a key, and of the service's clients. @default {the first tier without limits} */
  readonly tier?: Tier;
  /**
   * Milliseconds since 1970; the base of `setTime` and `advance`.
   *
   * @default in mode `manual` the start of 2026, constant; otherwise {Date.now}
   */
  readonly clock?: () => number;
  /** Port to listen on; 0 takes a free one. @default {0} */
  readonly port?: number;
}
