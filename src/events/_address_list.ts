import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import type { AddressChange } from "../generated/types.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { checkAddresses } from "./_read_options.ts";

/** Parts of an {@linkcode AddressList}. */
interface AddressListParts {
  readonly topic: TopicName;
  readonly segment: Segment;
  /** Addresses that the filter begins with; undefined if it names none. */
  readonly begin: readonly string[] | undefined;
  /** Changes them on the service; resolves once it has, or where the next subscription will. */
  readonly tell: (change: AddressChange) => Promise<void>;
}

/** The addresses in the filter of a subscription, as they stand. */
export class AddressList {
  readonly #parts: AddressListParts;
  readonly #addresses: Set<string>;
  /** Removed ones that the service may still match events against. */
  #leaving: ReadonlySet<string> = new Set();
  /** The newest change; each begins once the one before is made. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: AddressListParts) {
    this.#parts = parts;
    this.#addresses = new Set(parts.begin);
  }

  get addresses(): ReadonlySet<string> {
    return this.#addresses;
  }

  /**
   * Adds addresses or removes them; those that are there, or are not, stay as they are.
   *
   * @throws {TypeError} If the filter has no list of addresses, or one is no string.
   * @throws {RangeError} If there would be more than a filter may have.
   * @throws {RpcError} If the service refuses; the addresses are then as before.
   */
  change(action: "add" | "remove", addresses: readonly string[]): Promise<void> {
    const made = this.#last.then(() => this.#change(action, addresses));
    this.#last = made.catch(() => undefined);
    return made;
  }

  async #change(action: "add" | "remove", addresses: readonly string[]): Promise<void> {
    const { topic, begin, tell } = this.#parts;
    if (!begin) {
      const hint = "pass addresses to subscribe, [] to begin with none";
      throw new TypeError(`Cannot ${action} addresses: the filter of ${topic} has none; ${hint}`);
    }
    checkAddresses(addresses);
    const isAdded = action === "add";
    const changed = [...new Set(addresses)].filter((one) => this.#addresses.has(one) !== isAdded);
    if (changed.length === 0) return;
    const most = LIMITS.addressesPerSubscription;
    if (isAdded && this.#addresses.size + changed.length > most) {
      const count = `it has ${this.#addresses.size}, got ${changed.length} more`;
      throw new RangeError(`Cannot add addresses: a filter has at most ${most}, ${count}`);
    }
    this.#set(changed, isAdded);
    if (!isAdded) this.#leaving = new Set(changed);
    try {
      await tell({ [action]: changed });
    } catch (error) {
      this.#set(changed, !isAdded);
      throw error;
    } finally {
      this.#leaving = new Set();
    }
  }

  #set(addresses: readonly string[], isThere: boolean): void {
    for (const one of addresses) {
      if (isThere) this.#addresses.add(one);
      else this.#addresses.delete(one);
    }
  }

  /** The error of an event from the service that is of none of the addresses; undefined if it is of one, or tells none. */
  mismatchOf(event: Readonly<Record<string, unknown>>): ContractError | undefined {
    const { topic, segment, begin } = this.#parts;
    if (!begin) return undefined;
    const fields = TOPICS[topic].identity?.["addresses"] ?? [];
    const told = fields.flatMap((name) => event[name] ?? []);
    if (told.length === 0 || told.some((one) => this.#has(one))) return undefined;
    const message = `expected ${fields.join(" or ")} to be one of the ${this.#addresses.size} addresses of the filter, got ${told.map((one) => JSON.stringify(one)).join(" and ")}`;
    const issues = [{ path: fields.length === 1 ? String(fields[0]) : "", message }];
    return new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  }

  /** An address has no case. */
  #has(value: unknown): boolean {
    const forms = typeof value === "string" ? [value, value.toLowerCase()] : [];
    return forms.some((one) => this.#addresses.has(one) || this.#leaving.has(one));
  }
}
