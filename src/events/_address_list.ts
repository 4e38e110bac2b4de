import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import type { AddressChange } from "../generated/types.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { checkAddresses } from "./_read_options.ts";

interface AddressListParts {
  readonly topic: TopicName;
  readonly segment: Segment;
  /** Addresses of the filter at first; undefined if the filter is not by address. */
  readonly initial: readonly string[] | undefined;
  /** Sends a change to the service. Resolves once the service has made it, or if the next subscription includes it. */
  readonly sendChange: (change: AddressChange) => Promise<void>;
}

/** The present addresses in the filter of a subscription. */
export class AddressList {
  readonly #parts: AddressListParts;
  readonly #addresses: Set<string>;
  /** Addresses under removal: the service may still send their events. */
  #removing: ReadonlySet<string> = new Set();
  /** The newest change, for which the next one waits. */
  #newest: Promise<void> = Promise.resolve();

  constructor(parts: AddressListParts) {
    this.#parts = parts;
    this.#addresses = new Set(parts.initial);
  }

  get addresses(): ReadonlySet<string> {
    return this.#addresses;
  }

  /**
   * Adds or removes addresses. Adding a present address and removing an absent one have no effect.
   *
   * @throws {TypeError} If the filter is not by address, or an address is no string.
   * @throws {RangeError} If the filter would exceed the maximum number of addresses.
   * @throws {RpcError} If the service refuses the change, which is then undone.
   */
  change(action: "add" | "remove", addresses: readonly string[]): Promise<void> {
    const change = this.#newest.then(() => this.#change(action, addresses));
    this.#newest = change.catch(() => undefined);
    return change;
  }

  async #change(action: "add" | "remove", addresses: readonly string[]): Promise<void> {
    const { topic, initial, sendChange } = this.#parts;
    if (!initial) {
      const hint = "pass addresses to subscribe, [] to begin with none";
      throw new TypeError(`Cannot ${action} addresses: the filter of ${topic} has none; ${hint}`);
    }
    checkAddresses(addresses);
    const isAdded = action === "add";
    const changed = [...new Set(addresses)].filter((each) => this.#addresses.has(each) !== isAdded);
    if (changed.length === 0) return;
    const maximum = LIMITS.addressesPerSubscription;
    if (isAdded && this.#addresses.size + changed.length > maximum) {
      const count = `it has ${this.#addresses.size}, got ${changed.length} more`;
      throw new RangeError(`Cannot add addresses: a filter has at most ${maximum}, ${count}`);
    }
    this.#set(changed, isAdded);
    if (!isAdded) this.#removing = new Set(changed);
    try {
      await sendChange({ [action]: changed });
    } catch (error) {
      this.#set(changed, !isAdded);
      throw error;
    } finally {
      this.#removing = new Set();
    }
  }

  #set(addresses: readonly string[], isIncluded: boolean): void {
    for (const address of addresses) {
      if (isIncluded) this.#addresses.add(address);
      else this.#addresses.delete(address);
    }
  }

  /** The error of an event that has addresses, but none of the filter; undefined for any other event. */
  mismatchOf(event: Readonly<Record<string, unknown>>): ContractError | undefined {
    const { topic, segment, initial } = this.#parts;
    if (!initial) return undefined;
    const fields = TOPICS[topic].identity?.["addresses"] ?? [];
    const values = fields.flatMap((name) => event[name] ?? []);
    if (values.length === 0 || values.some((value) => this.#includes(value))) return undefined;
    const shown = values.map((value) => JSON.stringify(value)).join(" and ");
    const message = `expected ${fields.join(" or ")} to be one of the ${this.#addresses.size} addresses of the filter, got ${shown}`;
    const issues = [{ path: fields.length === 1 ? String(fields[0]) : "", message }];
    return new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  }

  /** Compares in lower case too, since an address has no case. */
  #includes(value: unknown): boolean {
    const forms = typeof value === "string" ? [value, value.toLowerCase()] : [];
    return forms.some((form) => this.#addresses.has(form) || this.#removing.has(form));
  }
}
