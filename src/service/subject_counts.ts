/** How many of something each subject has: connections, or addresses in filters. */
export class SubjectCounts {
  readonly #bySubject = new Map<string, number>();
  #total = 0;

  /** Those of all subjects. */
  get total(): number {
    return this.#total;
  }

  of(subject: string): number {
    return this.#bySubject.get(subject) ?? 0;
  }

  /** Counts further ones of a subject, those that left where it is below 0. */
  add(subject: string, further: number): void {
    const own = this.of(subject) + further;
    if (own > 0) this.#bySubject.set(subject, own);
    else this.#bySubject.delete(subject);
    this.#total += further;
  }

  /** Counts one more of a subject, and returns a function that counts it off once; undefined where the subject has `most`. */
  take(subject: string, most: number): (() => void) | undefined {
    if (this.of(subject) >= most) return undefined;
    this.add(subject, 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.add(subject, -1);
      isHeld = false;
    };
  }
}
