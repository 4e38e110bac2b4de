/**
 * Returns a function that runs work, one run at a time. Calls during a run lead to one more.
 *
 * @param work Never rejects.
 */
export function once(work: () => Promise<void>): () => void {
  let isAsked = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}

/**
 * Runs work again and again, each time some milliseconds after the last run has ended, so that runs that hang do not pile
 * up. Failed work is run again too.
 *
 * @param first Milliseconds until the first run.
 * @returns A function that stops the runs and waits for the present one.
 */
export function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  first = milliseconds,
): () => Promise<void> {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<unknown> = Promise.resolve();
  const wait = (time: number): void => {
    if (!isStopped) timer = setTimeout(run, time).unref();
  };
  const run = (): void => {
    running = work().catch(() => undefined);
    void running.then(() => wait(milliseconds));
  };
  wait(first);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
