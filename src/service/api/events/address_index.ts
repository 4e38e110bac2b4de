import type { Address } from "../../../units/mod.ts";
import { RpcServiceError } from "../context/mod.ts";
import { SubjectCounts } from "../../subject_counts.ts";

/** The watchers of one address: mostly one, rarely many. */
type Watchers<Watcher> = Watcher | readonly Watcher[] | Set<Watcher>;

/** Watchers that an array holds: a set takes three times the memory of two, and finds one of many at once. */
const MOST_IN_ARRAY = 8;

/** Maps that the addresses are spread over: one that grows copies all it has, which nothing else can run meanwhile. */
const SHARDS = 256;

/**
 * The watchers of addresses, by their keys. A look-up costs the same however many addresses there are, and whoever else
 * watches them.
 */
export class AddressIndex<Watcher extends object> {
  readonly #shards = Array.from({ length: SHARDS }, () => new Map<string, Watchers<Watcher>>());

  watchersOf(key: string): Iterable<Watcher> {
    const found = this.#shardOf(key).get(key);
    if (found === undefined) return [];
    return found instanceof Set || isArray(found) ? found : [found];
  }

  has(key: string, watcher: Watcher): boolean {
    const found = this.#shardOf(key).get(key);
    if (found instanceof Set) return found.has(watcher);
    return isArray(found) ? found.includes(watcher) : found === watcher;
  }

  /** Adds a watcher who does not watch the address yet. */
  add(key: string, watcher: Watcher): void {
    const shard = this.#shardOf(key);
    const found = shard.get(key);
    if (found === undefined) shard.set(key, watcher);
    else if (found instanceof Set) found.add(watcher);
    else {
      // A new array has no room to spare.
      const all = isArray(found) ? [...found, watcher] : [found, watcher];
      shard.set(key, all.length > MOST_IN_ARRAY ? new Set(all) : all);
    }
  }

  /** Removes a watcher; one who does not watch the address is ignored. */
  remove(key: string, watcher: Watcher): void {
    const shard = this.#shardOf(key);
    const found = shard.get(key);
    if (found instanceof Set) {
      found.delete(watcher);
      if (found.size === 0) shard.delete(key);
    } else if (isArray(found) && found.length > 1) {
      shard.set(
        key,
        found.filter((one) => one !== watcher),
      );
    } else if (this.has(key, watcher)) shard.delete(key);
  }

  #shardOf(key: string): Map<string, Watchers<Watcher>> {
    return this.#shards[key.charCodeAt(0) % SHARDS] ?? new Map();
  }
}

function isArray<Watcher>(found: Watchers<Watcher> | undefined): found is readonly Watcher[] {
  return Array.isArray(found);
}

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Five bits of each character of bech32, by its code. */
const WORDS = new Uint8Array(128);
for (let word = 0; word < ALPHABET.length; word++) WORDS[ALPHABET.charCodeAt(word)] = word;

const BYTES = Buffer.alloc(20);

/** Bits that the bytes hold: they are written five at a time. */
const WORDS_OF_BYTES = (BYTES.length * 8) / 5;

/**
 * The 20 bytes of an address as a string, one a character: without the prefix, which a chain has but one of, and the
 * checksum, it takes 40 bytes of memory in place of 64.
 *
 * @param address A valid one: of any other the result means nothing.
 */
export function addressKey(address: Address): string {
  const start = address.lastIndexOf("1") + 1;
  let bits = 0;
  let count = 0;
  let written = 0;
  for (let index = start; index < start + WORDS_OF_BYTES; index++) {
    bits = ((bits << 5) | (WORDS[address.charCodeAt(index)] ?? 0)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    BYTES[written++] = bits >> count;
  }
  return BYTES.toString("latin1");
}

/** Most addresses in the filters of subscriptions, beside those of one connection. */
interface AddressBounds {
  /** Of one subject, over all its connections. */
  readonly perSubject: number;
  /** Most addresses of the process. */
  readonly perProcess: number;
}

/** Counts the addresses that the filters of a process hold, and those of each subject. */
export class AddressRoom {
  readonly #bounds: AddressBounds;
  readonly #counts = new SubjectCounts();

  constructor(bounds: AddressBounds) {
    this.#bounds = bounds;
  }

  /** Addresses of the process. */
  get total(): number {
    return this.#counts.total;
  }

  /**
   * Checks that a subject may have so many further ones.
   *
   * @throws {RpcServiceError} If there is no room for them; the message says what to do.
   */
  check(subject: string, further: number): void {
    const { perSubject, perProcess } = this.#bounds;
    const own = this.#counts.of(subject);
    if (own + further > perSubject) {
      const bound = `All connections of one key or IP address have at most ${perSubject} addresses in their filters`;
      const remedy =
        "unsubscribe or remove some first, or ask the operator for more (--addresses-per-subject)";
      throw tooMany(`${bound}, these have ${own}: ${remedy}`);
    }
    if (this.total + further > perProcess) {
      const bound = `This process has room for ${perProcess} addresses in the filters of all its connections`;
      throw tooMany(`${bound}, ${this.total} are taken: retry later`);
    }
  }

  /** Counts further addresses of a subject, those that left where it is below 0. */
  add(subject: string, further: number): void {
    this.#counts.add(subject, further);
  }
}

/** The refusal of more than there may be; the text says what to do. */
export function tooMany(text: string): RpcServiceError {
  return new RpcServiceError("LimitExceeded", text);
}
