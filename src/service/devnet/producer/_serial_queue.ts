/** Runs pieces of work one after the other, in the order in which they were given. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all earlier work is done, whether that succeeded or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
