import type * as Service from "../service/mod.ts";

/**
 * Loads the service, which needs Node's built-in modules.
 *
 * @throws {Error} If they are missing; the message has the runtime's name.
 */
export async function loadService(): Promise<typeof Service> {
  try {
    return await import("../service/mod.ts");
  } catch (cause) {
    throw new Error(
      `Cannot start a service in ${runtimeName()}: it needs Node 22.13 or later; in other runtimes, run \`alphadelta serve\` and pass its URL to the client`,
      { cause },
    );
  }
}

function runtimeName(): string {
  if (globalThis.navigator?.userAgent) return globalThis.navigator.userAgent;
  return globalThis.process === undefined ? "this runtime" : `Node ${process.versions.node}`;
}
