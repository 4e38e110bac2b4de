/** Milliseconds from one showing to the next. */
const PAUSE = 200;

/** Shows progress, and ends it. */
export interface ProgressLine {
  show(done: number, total: number): void;
  /** Makes way for what is printed next. */
  end(): void;
}

/** Shows on a line of standard error how many blocks are done; on nothing where that is no terminal. */
export function showProgress(verb: string): ProgressLine {
  const { stderr } = process;
  let last = 0;
  let isShown = false;
  return {
    show(done, total) {
      const now = performance.now();
      if (!stderr.isTTY || (done < total && now - last < PAUSE)) return;
      last = now;
      isShown = true;
      stderr.write(`\r${verb} ${done} of ${total} blocks`);
    },
    end() {
      if (isShown) stderr.write("\n");
    },
  };
}
