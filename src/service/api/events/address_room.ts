import { RpcServiceError } from "../context/mod.ts";
import { SubjectCounts } from "../../subject_counts.ts";

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
