/** Milliseconds between two looks: no system tells a process that its parent has ended. */
const INTERVAL = 500;

/** Resolves when the process that started this one has ended. Keeps nothing running. */
export function parentEnd(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      // Elsewhere than on Windows, another process becomes the parent.
      if (process.ppid === parent && isRunning(parent)) return;
      clearInterval(timer);
      resolve();
    }, INTERVAL);
    timer.unref();
  });
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
