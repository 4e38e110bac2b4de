import {
  type ChainSelection,
  type Endpoints,
  type ResolvedEndpoints,
  resolveEndpoints,
  type Segment,
  selectChain,
} from "../chains/mod.ts";
import { WrongChainError } from "../errors/mod.ts";
import { type ChainReads, createEvents, RUNTIME_CLOCK } from "../events/internal.ts";
import type { EventsOptions, PollingToday } from "../events/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../generated/client/operations.gen.ts";
import { type ListId, openList, PagedList } from "../pagination/mod.ts";
import { countArguments } from "../rest/internal.ts";
import { createRaw, createRest, type OperationId, type Rest } from "../rest/mod.ts";
import {
  type BatchLimits,
  createRpc,
  type MethodCall,
  type MethodName,
  type Rpc,
} from "../rpc/mod.ts";
import {
  createVerify,
  Nonces,
  sendRawTransaction,
  type SubmissionContext,
  waitForReceipt,
} from "../submission/mod.ts";
import { callPromise, createFetch, SYSTEM_CLOCK, watchAnswers } from "../transport/internal.ts";
import {
  type AnswerWatcher,
  type Budget,
  type CallOptions,
  type Clock,
  createTransport,
  type Transport,
  type TransportOptions,
} from "../transport/mod.ts";
import { isObject } from "../validation/mod.ts";
import type { Client, SubmissionFunctions } from "./client.ts";
import { checkOptions, checkTransport } from "./_check_options.ts";
import { followBlocks } from "./_follow_blocks.ts";

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

/** A function made of a row of a table. */
type Call = (...args: unknown[]) => unknown;

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
  const endpoints = resolveEndpoints(segment, options?.endpoints);
  checkOptions(options);
  const sender = options.transport
    ? checkTransport(options.transport, options)
    : createTransport(options);
  const { onDrift } = options;
  const transport = onDrift ? watchAnswers(sender, onDrift) : sender;
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
    requestsPerDay: () => transport.budget(host).day.limit,
    today: () => todayOf(transport.budget(host), transport.clock.now()),
    onRequest: () => transport.spend(host, 1),
    reads: readsOf(operations),
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
      batch: batchFunction(rpc, selection),
    },
    simple,
    events,
    rest: createRaw(segment, endpoints, transport),
    fetch: createFetch(transport, { segment, host, home: originsOf(endpoints) }),
    budget: () => transport.budget(host),
    ...submissionFunctions({
      segment,
      rpc,
      rest,
      newBlocks: (signal) => followBlocks(events, signal),
      remainingToday: () => transport.budget(host).day.remaining,
      clock,
    }),
  };
  return client as unknown as Client<S>;
}

/** Each by its name, so that the compiler says where a spec has it no longer. */
function readsOf(operations: Readonly<Record<OperationId, Call>>): ChainReads {
  const { listBlocks, listBlockTransactions, getChainStats } = operations;
  return { listBlocks, listBlockTransactions, getChainStats } as ChainReads;
}

function submissionFunctions(context: SubmissionContext): SubmissionFunctions {
  return {
    sendRawTransaction: (signedTx, options) => sendRawTransaction(context, signedTx, options),
    waitForReceipt: (txHash, options) => waitForReceipt(context, txHash, options),
    createNonces: (address, options) => new Nonces(context, address, options),
    verify: createVerify(context),
  };
}

/** The rest of a day's quota, for polling. */
function todayOf({ day }: Budget, now: number): PollingToday {
  return { remaining: day.remaining, seconds: Math.max(1, (Number(day.resetsAt) - now) / 1000) };
}

/** Place of the key in a request. */
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

function operationFunction(rest: Rest, id: OperationId): Call {
  const count = countArguments(OPERATION_CALLS[id].info);
  function split(args: readonly unknown[]): [args: never, options: CallOptions | undefined] {
    const options = args[count];
    const isOptions = options === undefined || (typeof options === "object" && options !== null);
    if (!isOptions || args.length > count + 1) {
      throw new TypeError(
        `Cannot call ${id}: expected at most ${count} arguments, then an object of options`,
      );
    }
    return [args.slice(0, count) as never, options];
  }
  if (OPERATION_CALLS[id].info.items === undefined) {
    return (...args) => {
      try {
        return rest.call(id, ...split(args));
      } catch (error) {
        return callPromise(() => {
          throw error;
        });
      }
    };
  }
  return (...args) => new PagedList(() => openList(rest, id as ListId, ...split(args)));
}

/** Values that are no entries are refused further down. */
function batchFunction(rpc: Rpc, { chain, segment }: ChainSelection): Call {
  return async (entries, options) => {
    let before: unknown;
    for (const entry of Array.isArray(entries) ? entries : []) {
      const name: unknown = Array.isArray(entry) ? entry[0] : undefined;
      if (name === before) continue;
      before = name;
      if (typeof name !== "string" || !Object.hasOwn(METHOD_CALLS, name)) continue;
      const { chains } = METHOD_CALLS[name as MethodName].info;
      if (!chains.includes(chain)) throw new WrongChainError(chains, { operation: name, segment });
    }
    return rpc.batch(entries as never, options as never);
  };
}

/**
 * A function for each row of a table. No positional parameter is an object, so an object at the end is the call's options;
 * so is undefined.
 */
function methodFunctions<Name extends string>(
  table: Readonly<Record<Name, MethodCall>>,
  { chain, segment }: ChainSelection,
  call: (name: Name, params: readonly unknown[], options?: CallOptions) => unknown,
): Record<Name, Call> {
  return mapKeys(table, (name) => {
    const { chains } = table[name].info;
    return (...args) => {
      if (!chains.includes(chain)) {
        return callPromise(() => {
          throw new WrongChainError(chains, { operation: name, segment });
        });
      }
      const last = args.at(-1);
      if (last !== undefined && !isObject(last)) return call(name, args);
      return call(name, args.slice(0, -1), last);
    };
  });
}

function mapKeys<Key extends string>(
  table: Readonly<Record<Key, unknown>>,
  make: (key: Key) => Call,
): Record<Key, Call> {
  const entries = (Object.keys(table) as Key[]).map((key) => [key, make(key)]);
  return Object.fromEntries(entries) as Record<Key, Call>;
}
