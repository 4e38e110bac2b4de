import type { Chain, ChainOf, Network, Segment } from "../chains/mod.ts";
import type { Events } from "../events/mod.ts";
import type { ListOptions, PagedList } from "../pagination/mod.ts";
import type { OperationId, Operations, RawRest } from "../rest/mod.ts";
import type { Batch, Methods, Rpc, SimplifiedCalls } from "../rpc/mod.ts";
import type {
  Nonces,
  NoncesOptions,
  Submission,
  SubmissionOptions,
  WaitOptions,
} from "../submission/mod.ts";
import type { RpcReceipt } from "../errors/mod.ts";
import type { Block } from "../generated/types.gen.ts";
import type { Budget, CallOptions, CallPromise, PlatformFetch } from "../transport/mod.ts";

/** The result of an operation: a list where it is one, else its data. */
export type OperationResult<Id extends OperationId> = [Operations[Id]["item"]] extends [never]
  ? CallPromise<Operations[Id]["data"]>
  : PagedList<Operations[Id]["item"]>;

/** Options of an operation, after its arguments. */
export type OperationOptions<Id extends OperationId> = [Operations[Id]["item"]] extends [never]
  ? CallOptions
  : ListOptions;

/**
 * The REST operations of chain `C` as functions: path parameters, then the body or query, then options.
 *
 * None throws: a wrong argument rejects with a `TypeError` or `RangeError`, of a list when it is awaited or iterated. What
 * the service refuses rejects with a `RestError`; no usable answer with a `TransportError`; one that breaks the interface
 * with a `ContractError`; a spent quota with a `QuotaExhaustedError`; an abort with the signal's reason.
 */
export type OperationFunctions<C extends Chain> = {
  readonly [Id in keyof Operations as C extends Operations[Id]["chains"] ? Id : never]: (
    ...args: [...args: Operations[Id]["args"], options?: OperationOptions<Id>]
  ) => OperationResult<Id>;
};

/** The parameters with some or all of the optional ones at the end left out. */
export type Prefixes<
  Params extends unknown[],
  All extends unknown[] = Required<Params>,
> = All extends Params
  ? All | (All extends [...infer Head, unknown] ? Prefixes<Params, Head> : never)
  : never;

/** Parameters, then options; optional parameters in between may be left out. */
export type WithOptions<Params extends unknown[], All extends unknown[] = Required<Params>> =
  Prefixes<Params, All> extends infer Given extends unknown[]
    ? Given extends unknown[]
      ? [...params: Given, options?: CallOptions]
      : never
    : never;

/** Every parameter of a method; by name, any that is optional may be undefined. */
export type AllParams<Method extends { readonly params: unknown[] }> = Method extends {
  readonly all: infer All extends unknown[];
}
  ? All
  : Required<Method["params"]>;

/**
 * The JSON-RPC methods of chain `C` as functions: positional parameters, then options.
 *
 * They reject as {@linkcode OperationFunctions} do, where the service refuses with an `RpcError`.
 */
export type MethodFunctions<C extends Chain> = {
  readonly [Name in keyof Methods as C extends Methods[Name]["chains"] ? Name : never]: (
    ...args: WithOptions<Methods[Name]["params"], AllParams<Methods[Name]>>
  ) => CallPromise<Methods[Name]["result"]>;
};

/** The simplified calls of chain `C` as functions: positional parameters, then options. */
export type SimplifiedFunctions<C extends Chain> = {
  readonly [
    Name in keyof SimplifiedCalls as C extends SimplifiedCalls[Name]["chains"] ? Name : never
  ]: (
    ...args: WithOptions<SimplifiedCalls[Name]["params"]>
  ) => CallPromise<SimplifiedCalls[Name]["result"]>;
};

/** Submitting transactions and following them; each as the function of the same name in `alphadelta/submission`. */
export interface SubmissionFunctions {
  /**
   * Submits a signed transaction, exactly once.
   *
   * @throws {RpcError} If the service refused it. Where that is `retryable`, the same bytes may be sent again; do not sign
   * another transaction in their place.
   * @throws {AmbiguousSubmissionError} If it was sent and no usable answer came.
   */
  readonly sendRawTransaction: (
    signedTx: string,
    options?: SubmissionOptions,
  ) => Promise<Submission>;
  /**
   * Waits until a transaction is in a block; always ends.
   *
   * @throws {NoReceiptError} If it was replaced or dropped, or if the time is up.
   */
  readonly waitForReceipt: (txHash: string, options?: WaitOptions) => Promise<RpcReceipt>;
  /**
   * Counts the nonces of an account, for any number of sends at a time.
   *
   * @throws {TypeError | RangeError} If `address` is no string, or an option is wrong.
   */
  readonly createNonces: (address: string, options?: NoncesOptions) => Nonces;
}

/** Members of a client beside the operations of its chain. */
export interface ClientBase<S extends Segment> extends SubmissionFunctions {
  /** The segment it was made for. */
  readonly segment: S;
  /** The chain of its segment. */
  readonly chain: ChainOf[S];
  /** The network of its segment. */
  readonly network: Network;
  /** JSON-RPC methods, `batch` for several of them together, and `call` for any method on any chain. */
  readonly rpc: MethodFunctions<ChainOf[S]> &
    Pick<Rpc, "call"> & { readonly batch: Batch<ChainOf[S]> };
  /** Simplified calls: a body of method and params alone. */
  readonly simple: SimplifiedFunctions<ChainOf[S]>;
  /** Subscriptions to what happens on the chain. */
  readonly events: Events<ChainOf[S]>;
  /** Typed fetch with wire types: any documented path on any chain. */
  readonly rest: RawRest;
  /**
   * Sends a request as this client does, for other generated clients; takes what the runtime's own `fetch` takes. The key
   * goes to the client's own servers alone.
   */
  readonly fetch: PlatformFetch;
  /**
   * The newest block, in two requests: the height of the chain, then the block. For what the list of blocks shows of it,
   * `listBlocks({ limit: 1 })` is one request. Rejects as {@linkcode OperationFunctions} do.
   */
  getLatestBlock(options?: CallOptions): Promise<Block>;
  /** The budget, as far as it is known here. */
  budget(): Budget;
  /**
   * Ends the client: its subscriptions and their connections end, and later calls reject with a `TypeError`.
   * Requests under way are answered still. A transport that it was given goes on for others. `await using` does the same.
   *
   * @example
   * ```ts
   * import { createClient } from "alphadelta";
   *
   * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
   * const blocks = delta.events.subscribe("blocks");
   * await blocks.ready;
   * await delta.close();
   * console.log((await blocks.next()).done); // true
   * ```
   */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client of one segment: its operations as functions, and the ways below them. */
export type Client<S extends Segment = Segment> = ClientBase<S> & OperationFunctions<ChainOf[S]>;
