import {
  type Chain,
  type Endpoints,
  type ResolvedEndpoints,
  resolveEndpoints,
  type Segment,
  selectChain,
} from "../chains/mod.ts";
import {
  type ChainReads,
  createEvents,
  type PollingToday,
  RUNTIME_CLOCK,
} from "../events/internal.ts";
import type { Events, EventsOptions } from "../events/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../generated/client/operations.gen.ts";
import { createRaw, createRest, type OperationId } from "../rest/mod.ts";
import { type BatchLimits, createRpc, type MethodName } from "../rpc/mod.ts";
import {
  Nonces,
  sendRawTransaction,
  type SubmissionContext,
  waitForReceipt,
} from "../submission/mod.ts";
import {
  createFetch,
  SYSTEM_CLOCK,
  openTransport,
  TRANSPORT_OPTIONS,
  watchAnswers,
} from "../transport/internal.ts";
import {
  type AnswerWatcher,
  type Budget,
  type CallOptions,
  type Clock,
  type Transport,
  type TransportOptions,
} from "../transport/mod.ts";
import { checkNames, checkOption, FUNCTION, OBJECT, showValue } from "../validation/mod.ts";
import {
  batchFunction,
  type CallFunction,
  mapKeys,
  methodFunctions,
  operationFunction,
} from "./_call_functions.ts";
import type { Client, SubmissionFunctions } from "./client.ts";

/** Options of {@linkcode createClient}. */
export interface ClientOptions extends TransportOptions {
  /** Servers of the segment. */
  readonly endpoints: Endpoints;
  /** Options of subscriptions, and the constructor of their WebSockets. */
  readonly events?: EventsOptions;
  /**
   * Sends requests, instead of a transport made of the options here: clients that share one share its rate limit. Beside
   * it, of the options of a transport, only `apiKey` may be given: for the WebSocket of events, as requests have the
   * transport's own.
   */
  readonly transport?: Transport | undefined;
  /** Sends JSON-RPC calls that are made at the same time in batches; an object bounds them. @default {false} */
  readonly batch?: BatchLimits | boolean | undefined;
  /** Is shown every answer: what `createDriftReporter` of `alphadelta/drift` makes reports drift from the specs. */
  readonly onDrift?: AnswerWatcher | undefined;
}

/**
 * Makes a client of one segment.
 *
 * It has a function for each REST operation of the chain, and under `rpc` one for each method. Amounts are `bigint`.
 *
 * @throws {RangeError} If `segment` is not one of the segments of the specs.
 * @throws {TypeError} If `endpoints` are no URLs, an option is unknown or of the wrong type, or options of a transport are
 * given beside one.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const info = await delta.getChainInfo();
 * console.log(info.blockHeight, info.network);
 * for await (const block of delta.listBlocks({ order: "asc" })) console.log(block.hash);
 * console.log((await delta.rpc.chain_getBlockByNumber(7))?.hash);
 * ```
 */
export function createClient<S extends Segment>(segment: S, options: ClientOptions): Client<S> {
  const selection = selectChain(segment);
  const { chain, network } = selection;
  checkClientOptions(options ?? {});
  const endpoints = resolveEndpoints(segment, options?.endpoints);
  const sender = options.transport
    ? checkTransport(options.transport, options)
    : openTransport(options);
  const { onDrift } = options;
  const watched = onDrift ? watchAnswers(sender, onDrift) : sender;
  let isClosed = false;
  const checkOpen = (operation: string): void => {
    if (isClosed) throw new TypeError(`Cannot call ${operation}: the client is closed`);
  };
  const transport: Transport = {
    ...watched,
    call(call, callOptions) {
      checkOpen(call.context.operation ?? "fetch");
      return watched.call(call, callOptions);
    },
  };
  const close = (): Promise<void> => {
    isClosed = true;
    return events.close();
  };
  const host = new URL(endpoints.rest).origin;
  const rest = createRest(segment, endpoints, transport);
  const rpc = createRpc(segment, endpoints, transport, options.batch);

  const operations = mapKeys(OPERATION_CALLS, (id) => operationFunction(rest, id));
  const methods = methodFunctions(METHOD_CALLS, selection, (name, params, callOptions) =>
    rpc.call(name, params as never, callOptions),
  );
  const simple = methodFunctions(SIMPLIFIED_CALLS, selection, (name, params, callOptions) =>
    rpc.callSimplified(name, params as never, callOptions),
  );
  const eventsParts = {
    endpoint: endpoints.ws,
    apiKey: options.apiKey,
    today: () => todayOf(transport.budget(host), transport.clock.now()),
    onRequest: (count: number) => transport.spend(host, count),
    onHeight: (height: number, isReorg: boolean) => transport.hear(host, segment, height, isReorg),
    reads: readsOf(operations, methods),
  };
  const { clock, random } = transport;
  const events = createEvents(segment, eventsParts, {
    // A test's time and chance are those of events too; the runtime's time of day may go back.
    clock: { ...RUNTIME_CLOCK, ...(clock !== SYSTEM_CLOCK && clockOf(clock)), random },
    ...options.events,
  });
  const client = {
    ...operations,
    segment,
    chain,
    network,
    rpc: {
      ...methods,
      call: (...args: Parameters<typeof rpc.call>) => rpc.call(...args),
      batch: batchFunction(rpc, selection, () => checkOpen("batch")),
    },
    simple,
    events,
    rest: createRaw(segment, endpoints, transport),
    fetch: createFetch(transport, { context: { segment }, host, home: originsOf(endpoints) }),
    async getLatestBlock(given?: CallOptions) {
      const { blockHeight } = await rest.call("getChainInfo", [], given);
      return rest.call("getBlock", [blockHeight], given);
    },
    budget: () => transport.budget(host),
    close,
    [Symbol.asyncDispose]: close,
    // A client is a `SubmissionContext`.
    newBlocks: (signal: AbortSignal) => followBlocks(events, signal),
    remainingToday: () => transport.budget(host).day.remaining,
    clock,
  };
  const context = client as unknown as SubmissionContext;
  return Object.assign(client, submissionFunctions(context)) as unknown as Client<S>;
}

/** Named one by one, so that the compiler reports one that the specs no longer have. */
function readsOf(
  operations: Readonly<Record<OperationId, CallFunction>>,
  { chain_getBlockByNumber }: Readonly<Record<MethodName, CallFunction>>,
): ChainReads {
  const { listBlocks, listBlockTransactions, getTransaction, getChainStats } = operations;
  const lists = { listBlocks, listBlockTransactions };
  return { ...lists, getTransaction, getChainStats, rpc: { chain_getBlockByNumber } } as ChainReads;
}

function submissionFunctions(context: SubmissionContext): SubmissionFunctions {
  return {
    sendRawTransaction: (signedTx, options) => sendRawTransaction(context, signedTx, options),
    waitForReceipt: (txHash, options) => waitForReceipt(context, txHash, options),
    createNonces: (address, options) => new Nonces(context, address, options),
  };
}

/** The rest of a day's quota, for polling. */
function todayOf({ day }: Budget, now: number): PollingToday {
  return { remaining: day.remaining, seconds: Math.max(1, (Number(day.resetsAt) - now) / 1000) };
}

/** Origins of the servers that the key may go to. */
function originsOf({ rest, servers, rpc = rest }: ResolvedEndpoints): readonly string[] {
  return [...Object.values(servers), rpc].map((url) => new URL(url).origin);
}

function clockOf(clock: Clock): Clock {
  return {
    now: () => clock.now(),
    setTimeout: (callback, delay) => clock.setTimeout(callback, delay),
    clearTimeout: (timer) => clock.clearTimeout(timer),
  };
}

/** Options of a client beside those of its transport. The key is for the WebSocket of events too, which is made here. */
const CLIENT_OPTIONS: readonly string[] = [
  "endpoints",
  "apiKey",
  "transport",
  "batch",
  "events",
  "onDrift",
];

/** @throws {TypeError} If an option of a client is unknown, or one that is read here of a wrong type. */
function checkClientOptions(options: {
  readonly onDrift?: unknown;
  readonly events?: unknown;
}): void {
  const action = "Cannot create a client";
  checkNames(action, options, [...CLIENT_OPTIONS, ...TRANSPORT_OPTIONS]);
  const { onDrift, events } = options;
  checkOption(action, "onDrift", onDrift, FUNCTION);
  checkOption(action, "events", events, OBJECT);
}

/**
 * Checks the transport that a client is given.
 *
 * @throws {TypeError} If it is none, or if there are options beside it that it would ignore.
 */
function checkTransport(transport: Transport, options: TransportOptions): Transport {
  if (typeof transport?.call !== "function") {
    throw new TypeError(`Cannot use transport: expected a transport, got ${showValue(transport)}`);
  }
  const names = TRANSPORT_OPTIONS.filter((name) => options[name] !== undefined);
  if (names.length === 0) return transport;
  throw new TypeError(
    `Cannot use transport together with ${names.join(", ")}: createTransport takes them`,
  );
}

/**
 * Yields at each new block that a WebSocket reports, and once at the start, as a block may have come before. Ends where
 * blocks would be polled for.
 */
async function* followBlocks(
  events: Events<Chain>,
  signal: AbortSignal,
): AsyncGenerator<unknown, void> {
  const stream = events.subscribe("blocks", {}, { signal });
  const stop = stream.onState(({ state }) => {
    if (state === "polling") void stream.return();
  });
  try {
    await stream.ready;
    if (stream.transport === "polling") return;
    yield undefined;
    for await (const event of stream) yield event;
  } finally {
    stop();
    await stream.return();
  }
}
