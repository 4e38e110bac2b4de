import { DEV_METHODS, type ServiceDevMethods } from "../../../generated/service/dev_methods.gen.ts";
import type { DevHead, Reorg } from "../../../generated/service/types.gen.ts";
import type { Address, Amount, UnixSeconds } from "../../../units/mod.ts";
import type { Block, Refusal } from "../../chain/ledger/mod.ts";
import type { Submission } from "../../chain/block_source.ts";
import type { ChainContext } from "../../api/context/mod.ts";
import type { Devnet, ReorganiseOptions } from "../producer/mod.ts";
import type { FaultRule, Faults } from "../faults/mod.ts";

/** A chain with the devnet that produces its blocks. */
export interface DevChain extends Pick<ChainContext, "selection"> {
  readonly source: Omit<Devnet, "subscribe">;
}

/**
 * Control of one segment's devnet, as the `dev_*` methods have it. Arguments out of range are a `RangeError`, and
 * nothing has changed then.
 */
export class DevControl {
  readonly #chain: DevChain;
  readonly #faults: Faults;

  /**
   * Makes the control of one chain.
   *
   * @param faults The whole service's.
   */
  constructor(chain: DevChain, faults: Faults) {
    this.#chain = chain;
    this.#faults = faults;
  }

  /** Makes blocks of what is pending, at once; gives the last of them. */
  async mine(count = 1): Promise<DevHead> {
    checkNumber("dev_mine", count);
    let head: DevHead | undefined;
    for (let made = 0; made < count; made++) {
      head = headOf((await this.#chain.source.produceBlock()).block);
    }
    if (!head) throw new Error(`Cannot mine: no block was made of ${count}`);
    return head;
  }

  /** Makes a block every `seconds` from then on; 0 ends that, so that {@linkcode mine} alone makes them. */
  setInterval(seconds: number): number {
    return this.#chain.source.setInterval(seconds);
  }

  /** Sets the devnet's clock, which goes on from there; not before the newest block. */
  async setTime(timestamp: UnixSeconds): Promise<UnixSeconds> {
    return this.#chain.source.setTime(timestamp);
  }

  /** Pays an address out of the devnet's own funds, by a transaction in the next block; or tells why not. */
  async fund(address: Address, amount: Amount): Promise<Submission | Refusal> {
    return this.#chain.source.fund(address, amount);
  }

  /** Remembers the chain and what is pending; gives the id to go back by. */
  async snapshot(): Promise<string> {
    return this.#chain.source.snapshot();
  }

  /** Goes back to a snapshot, and forgets those taken after it; gives the newest block afterwards. */
  async revert(snapshot: string): Promise<DevHead> {
    return headOf(await this.#chain.source.revert(snapshot));
  }

  /** Replaces the newest `depth` blocks by others, at least one more; what falls out is pending again. */
  async reorganise(depth: number, options: ReorganiseOptions = {}): Promise<Reorg> {
    const { source } = this.#chain;
    const { fromHeight, oldHead, newHead } = await source.reorganise(depth, options);
    return { fromHeight, oldHead: oldHead.hash, newHead: newHead.hash };
  }

  /** Makes some requests to the whole service fail on purpose, whatever the segment; no rules end that. */
  setFaults(rules: readonly FaultRule[]): readonly FaultRule[] {
    return this.#faults.set(rules);
  }
}

function headOf({ height, hash }: Block): DevHead {
  return { number: height, hash };
}

/**
 * Checks the one number that a method takes against its bounds in the specs.
 *
 * @throws {RangeError} If it is no whole number within them.
 */
function checkNumber(method: keyof ServiceDevMethods, value: number): void {
  const [info] = DEV_METHODS[method].parameters;
  if (!info) throw new TypeError(`Cannot check ${method}: it takes no number`);
  const { name, expected, minimum = -Infinity, maximum = Infinity } = info;
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return;
  throw new RangeError(`${name} must be ${expected}, got ${value}`);
}
