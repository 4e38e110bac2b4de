import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

/**
 * Runs the process that makes what test files share, for as long as the tests run. It is another one so that all of it ends
 * with the tests, however these end.
 */
export default async function shareParts({ provide }: TestProject): Promise<() => Promise<void>> {
  const maker = fork(join(import.meta.dirname, "_parts_server.ts"));
  const [origin] = (await once(maker, "message")) as [string];
  provide("parts", origin);
  const ended = once(maker, "exit");
  return async () => {
    if (maker.connected) maker.disconnect();
    await ended;
  };
}
