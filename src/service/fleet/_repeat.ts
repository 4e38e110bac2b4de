/**
 * Does something whenever it is asked for, once at a time: calls that come meanwhile make up one more time.
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
 * Does something again and again, each time some milliseconds after it has ended: where it hangs, nothing piles up. What
 * fails is done again too.
 *
 * @param first Milliseconds until it is done first.
 * @returns Stops, and waits for what runs.
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
