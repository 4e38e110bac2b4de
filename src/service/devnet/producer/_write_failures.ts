export type WriteKind = "block" | "submission";

const TEXTS: Readonly<Record<WriteKind, string>> = {
  block: "the last block could not be produced",
  submission: "the last submission could not be stored",
};

/** The last failure of each kind of write, until one succeeds. A stored block clears both kinds. */
export class WriteFailures {
  readonly #reasons = new Map<WriteKind, string>();
  #blocks = 0;

  /** Description of the failure; `undefined` if the last writes succeeded. */
  get reason(): string | undefined {
    return this.#reasons.get("block") ?? this.#reasons.get("submission");
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** Runs a write and records whether it failed. */
  async watch<T>(kind: WriteKind, write: () => Promise<T>): Promise<T> {
    const result = await this.note(kind, write);
    if (kind === "block") this.clear();
    else this.#reasons.delete(kind);
    return result;
  }

  /** Runs a part of a write and records if it failed. */
  async note<T>(kind: WriteKind, part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#reasons.set(kind, `${TEXTS[kind]}: ${reason}`);
      if (kind === "block") this.#blocks++;
      throw error;
    }
  }

  clear(): void {
    this.#reasons.clear();
    this.#blocks = 0;
  }
}
