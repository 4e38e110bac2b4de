/** Counts by subject: of connections, or of addresses in filters. */
export class SubjectCounts {
  readonly #bySubject = new Map<string, number>();
  #total = 0;

  /** Sum over all subjects. */
  get total(): number {
    return this.#total;
  }

  of(subject: string): number {
    return this.#bySubject.get(subject) ?? 0;
  }

  /** Adds `difference`, which may be negative, to the count of a subject. */
  add(subject: string, difference: number): void {
    const count = this.of(subject) + difference;
    if (count > 0) this.#bySubject.set(subject, count);
    else this.#bySubject.delete(subject);
    this.#total += difference;
  }

  /** Increments the count of a subject and returns its release; undefined if the subject has reached `maximum`. */
  take(subject: string, maximum: number): (() => void) | undefined {
    if (this.of(subject) >= maximum) return undefined;
    this.add(subject, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.add(subject, -1);
      isHeld = false;
    };
  }
}
