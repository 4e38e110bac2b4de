import type { Segment } from "../../chains/mod.ts";
import { isFromProxy, subjectOfAddress, TrustedProxies } from "../access/identity.ts";
import { type DevChain, DevControl } from "../devnet/control/mod.ts";
import type { Adapter, HttpHandler, ServiceResponse, SocketHandler } from "../request.ts";
import { readServiceOptions, type ServiceOptions, type ServiceSettings } from "../options/mod.ts";
import type { Chains, ChainScript } from "./data_folder/mod.ts";
import { answerInProcess } from "./http/mod.ts";
import { errorEntry } from "./logs.ts";
import { openParts } from "./parts.ts";
import { answerOperationsPage } from "./pages/mod.ts";
import { createPipeline, refuseRequest } from "./pipeline/mod.ts";

/** A running service, independent of any adapter: requests in, responses out. */
export interface Service {
  /** @internal */
  readonly handle: HttpHandler["handle"];
  /** @internal */
  readonly refuse: HttpHandler["refuse"];
  /** @internal */
  readonly connect: SocketHandler["connect"];
  /** Answers in process, as the runtime's own `fetch` would over a network, with the same arguments. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** The segments that it serves. */
  readonly segments: readonly Segment[];
  /**
   * Resolves once every chain is open, or the service is closed before that.
   *
   * @throws {Error} If one could not be opened; the message says why.
   */
  readonly opened: Promise<void>;
  /**
   * The subject that a peer's connections count for; undefined for a trusted proxy, which carries many clients.
   *
   * @internal
   */
  connectionSubject(peer: string): string | undefined;
  /** Adds the connections of an adapter to those that `/metrics` shows. @internal */
  addAdapter(adapter: Adapter): void;
  /**
   * Stops answering `/metrics` to requests; returns a function that answers it, `/readyz` and `/healthz` at another
   * address.
   *
   * @internal
   */
  separateMetrics(): (pathname: string) => Promise<ServiceResponse>;
  /**
   * Makes `/readyz` answer that the service stops, so that balancers send no further requests; `close` stops it.
   *
   * @internal
   */
  announceStop(): void;
  /**
   * Control of a segment's devnet and of the service's injected faults, without a token.
   *
   * @throws {RangeError} If the segment is not served, or its chain is still being opened.
   */
  dev(segment: Segment): DevControl;
  /** The token that callers of `dev_*` methods send in `X-Dev-Token`; undefined where these are not served. */
  readonly devToken: string | undefined;
  /** Produces one block of the pending transactions at once. */
  produceBlock(segment: Segment): Promise<void>;
  /** Replaces the newest `depth` blocks of a segment by others, one more. */
  reorganise(segment: Segment, depth: number): Promise<void>;
  /**
   * Stops producing blocks and closes the stores. A second call does nothing.
   *
   * @throws {Error} If a store could not write what saves work at its next opening, as on a full disk. Everything is
   *   closed then too, and no block is lost.
   */
  close(): Promise<void>;
}

/**
 * Opens a service on the embedded devnet: every segment with its ledger, history and blocks.
 *
 * @throws {TypeError | RangeError} If an option is not what it must be; the message names it.
 * @throws {Error} If the data folder cannot be used; the message names it.
 *
 * @example
 * ```ts
 * import { createService } from "alphadelta/service";
 *
 * const service = await createService({ segments: ["delta"], history: 3, mode: "manual" });
 * const answer = await service.fetch("http://service.test/v1/delta/chain/info");
 * console.log(answer.status);
 * await service.close();
 * ```
 */
export function createService(options: ServiceOptions = {}): Promise<Service> {
  return openService(options);
}

/**
 * Opens a service as `createService` does, on a reproducible chain if there is a script.
 *
 * @internal
 */
export async function openService(options: ServiceOptions, script?: ChainScript): Promise<Service> {
  const settings = readServiceOptions(options);
  const { segments } = settings;
  const closing = new AbortController();
  const { parts, opened, closeBackend } = await openParts({ ...settings, script }, closing.signal);
  const { chains, access, devnet, observability } = parts;
  const { state } = observability;
  await untilUsable({ chains, opened, options: settings }).catch(async (error: unknown) => {
    // The reason why a chain could not be opened matters more than a failure to close the others.
    await closeBackend().catch((failure: unknown) => observability.log(errorEntry(failure)));
    throw error;
  });
  const handle = createPipeline(parts);
  return {
    handle,
    refuse: (text, received) => refuseRequest(text, received, observability),
    connect: (request) => handle(request, true),
    fetch: (input, init) => answerInProcess(new Request(input, init), { handle }),
    segments,
    opened,
    connectionSubject: (peer) => subjectOfConnection(peer, access.trustedProxies),
    addAdapter: (adapter) => void observability.adapters.add(adapter),
    separateMetrics() {
      state.areMetricsApart = true;
      return (pathname) => answerOperationsPage(pathname, parts);
    },
    announceStop: () => void (state.isStopping = true),
    dev: (segment) => new DevControl(chainOf(segment, chains), devnet.faults),
    devToken: devnet.controlGuard?.token,
    async produceBlock(segment) {
      await chains.get(segment)?.devnet?.devnet().produceBlock();
    },
    async reorganise(segment, depth) {
      await chains.get(segment)?.devnet?.devnet().reorganise(depth);
    },
    async close() {
      state.isStopping = true;
      closing.abort();
      await closeBackend();
    },
  };
}

/** Chains that are being opened. */
interface Opening {
  readonly chains: Chains;
  readonly opened: Promise<void>;
  readonly options: Pick<ServiceSettings, "openInBackground" | "store">;
}

/**
 * Waits until every chain is open. Where they are opened in the background it waits for one of them, or for none that
 * another process may have to make.
 */
async function untilUsable({ chains, opened, options }: Opening): Promise<void> {
  if (!options.openInBackground) await opened;
  else if (options.store === undefined)
    await Promise.race([...chains.list().map((one) => one.opened), opened]);
}

function subjectOfConnection(peer: string, trustedProxies: TrustedProxies): string | undefined {
  if (isFromProxy({ peer }, trustedProxies)) return undefined;
  return subjectOfAddress({ address: peer, forwardedFor: undefined, trustedProxies });
}

function chainOf(segment: Segment, chains: Chains): DevChain {
  const served = chains.get(segment);
  if (served?.devnet) return served.devnet;
  const reason = served
    ? "its chain is not open yet"
    : `it is not served, expected one of ${chains.segments.join(", ")}`;
  throw new RangeError(`Cannot control ${segment}: ${reason}`);
}
