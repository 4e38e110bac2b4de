import {
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
  type ServiceDevMethods,
} from "../../../generated/service/methods.gen.ts";
import type { DevHead as Head, Reorg } from "../../../generated/types.gen.ts";
import {
  type Address,
  type Amount,
  decodeAmount,
  type UnixSeconds,
  type Wire,
} from "../../../units/mod.ts";
import { type ChainContext, RpcServiceError } from "../../api/context/mod.ts";
import { readParameters } from "../../api/rpc/mod.ts";
import type { SubmissionOutcome } from "../../chain/block_source.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";
import { isRefusal, type LedgerBlock } from "../../chain/ledger/mod.ts";
import type { FaultRule, Faults } from "../faults.ts";
import type { Devnet, ReorganiseOptions } from "../producer/mod.ts";

/** A block by its number and hash. */
export type DevHead = Wire<Head>;

/** A reorganisation, by the hashes of the heads. */
export type DevReorg = Wire<Reorg>;

/** A chain with the devnet that produces its blocks. */
export interface DevChain extends Pick<ChainContext, "selection"> {
  readonly source: Pick<Devnet, "seed">;
  /** @throws {Error} If another process produces them. */
  devnet(): Devnet;
}

/**
 * Control of one segment's devnet, as the `dev_*` methods expose it. An argument out of range throws a `RangeError`
 * before anything changes.
 */
export class DevControl {
  readonly #chain: DevChain;
  readonly #faults: Faults;

  /**
   * Creates the control of one chain.
   *
   * @param faults Faults of the whole service.
   */
  constructor(chain: DevChain, faults: Faults) {
    this.#chain = chain;
    this.#faults = faults;
  }

  /** Seed of the chain's accounts, as `devAccounts` takes it. */
  get seed(): number {
    return this.#chain.source.seed;
  }

  /** What the other methods have set. */
  getState(): ServiceDevMethods["dev_getState"]["result"] {
    const { state } = this.#chain.devnet();
    return { ...state, rules: [...this.#faults.rules] };
  }

  /** Produces `count` blocks of pending transactions at once; returns the last one. */
  async mine(count = 1): Promise<DevHead> {
    checkNumber("dev_mine", count);
    let head: DevHead | undefined;
    for (let made = 0; made < count; made++) {
      if (isTurnOver()) await nextTurn();
      head = headOf((await this.#chain.devnet().produceBlock()).block);
    }
    if (!head) throw new Error(`Cannot mine: none of ${count} blocks was produced`);
    return head;
  }

  /** Produces a block every `seconds` from now on; with 0 only {@linkcode mine} does. */
  setInterval(seconds: number): number {
    return this.#chain.devnet().setInterval(seconds);
  }

  /** Sets the devnet's clock, which runs on from there; the newest block is the minimum. */
  async setTime(timestamp: UnixSeconds): Promise<UnixSeconds> {
    return this.#chain.devnet().setTime(timestamp);
  }

  /** Submits a payment from the devnet's own funds for the next block, or returns the reason it cannot. */
  async fund(address: Address, amount: Amount): Promise<SubmissionOutcome> {
    return this.#chain.devnet().fund(address, amount);
  }

  /** Saves the chain with its pending transactions; returns the id for {@linkcode revert}. */
  async snapshot(): Promise<string> {
    return this.#chain.devnet().snapshot();
  }

  /** Restores a snapshot and drops later ones; returns the newest block afterwards. */
  async revert(snapshot: string): Promise<DevHead> {
    return headOf(await this.#chain.devnet().revert(snapshot));
  }

  /** Replaces the newest `depth` blocks with at least one more; their transactions are pending again. */
  async reorganise(depth: number, options: ReorganiseOptions = {}): Promise<DevReorg> {
    const devnet = this.#chain.devnet();
    const { fromHeight, oldHead, newHead } = await devnet.reorganise(depth, options);
    return { fromHeight, oldHead: oldHead.hash, newHead: newHead.hash };
  }

  /** Sets the rules of injected faults, for the whole service; an empty list removes them. */
  setFaults(rules: readonly FaultRule[]): readonly FaultRule[] {
    return this.#faults.set(rules);
  }
}

function headOf({ height, hash }: LedgerBlock): DevHead {
  return { number: height, hash };
}

/**
 * Checks the numeric parameter of a method against its bounds in the specs.
 *
 * @throws {RangeError} If it is not a whole number within them.
 */
function checkNumber(method: keyof ServiceDevMethods, value: number): void {
  const [info] = DEV_METHODS[method].parameters;
  if (!info) throw new TypeError(`Cannot check ${method}: it takes no number`);
  const { name, expected, minimum = -Infinity, maximum = Infinity } = info;
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  throw new RangeError(`${name} must be ${expected}, got ${value}`);
}

type DevMethodName = keyof ServiceDevMethods;

/** Implements one `dev_*` method on validated parameters. */
type DevHandler<Name extends DevMethodName> = (
  params: ServiceDevMethods[Name]["params"],
  control: DevControl,
) => Promise<ServiceDevMethods[Name]["result"]>;

/** A handler for every `dev_*` method of the specs; the type makes each one mandatory. */
export const DEV_HANDLERS: { readonly [Name in DevMethodName]: DevHandler<Name> } = {
  dev_getState: async (_params, control) => control.getState(),
  dev_mine: ([count], control) => control.mine(count),
  dev_setInterval: async ([seconds], control) => control.setInterval(seconds),
  dev_setTime: ([timestamp], control) => control.setTime(timestamp),
  async dev_fund([address, amount], control) {
    const outcome = await control.fund(address, decodeAmount(amount));
    if (isRefusal(outcome)) throw new RpcServiceError(outcome.code, outcome.reason);
    return outcome;
  },
  dev_snapshot: (_params, control) => control.snapshot(),
  dev_revert: ([snapshot], control) => control.revert(snapshot),
  dev_reorg: ([depth], control) => control.reorganise(depth),
  dev_setFaults: async ([rules], control) => [...control.setFaults(rules)],
};

export function isDevMethod(name: string): name is DevMethodName {
  return Object.hasOwn(DEV_METHODS, name);
}

/**
 * Runs a `dev_*` method.
 *
 * @throws {RpcServiceError} If the method does not exist, or its parameters are invalid, also in the chain's current
 * state.
 */
export async function runDevMethod(
  name: string,
  params: unknown,
  selection: ChainContext["selection"],
  control: DevControl,
): Promise<unknown> {
  if (!isDevMethod(name))
    throw new RpcServiceError("MethodNotFound", `No method ${JSON.stringify(name)}`);
  const { [name]: info } = DEV_METHODS;
  const { values } = readParameters(name, info, DEV_METHOD_VALIDATORS[name], params, { selection });
  try {
    return await (DEV_HANDLERS[name] as DevHandler<DevMethodName>)(values as never, control);
  } catch (error) {
    if (error instanceof RangeError) throw new RpcServiceError("InvalidParams", error.message);
    throw error;
  }
}
