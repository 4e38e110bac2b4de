/** What can go wrong with a chain until it goes well again. */
export type TroubleKind = "block" | "submission";

const TEXTS: Readonly<Record<TroubleKind, string>> = {
  block: "the last block could not be made",
  submission: "the last submission could not be stored",
};

/** Why the last block or submission failed, until one succeeds. A block is a larger write: it ends both. */
export class Trouble {
  readonly #reasons = new Map<TroubleKind, string>();

  /** The reason with what it is of; `undefined` while all is well. */
  get reason(): string | undefined {
    return this.#reasons.get("block") ?? this.#reasons.get("submission");
  }

  /** Runs work of a kind and remembers whether it failed. */
  async watch<T>(kind: TroubleKind, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      if (kind === "block") this.clear();
      else this.#reasons.delete(kind);
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#reasons.set(kind, `${TEXTS[kind]}: ${reason}`);
      throw error;
    }
  }

  /** Forgets what failed. */
  clear(): void {
    this.#reasons.clear();
  }
}
