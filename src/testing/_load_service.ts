import type * as Service from "../service/mod.ts";

/**
 * Loads the service, which leans on Node's own modules.
 *
 * @throws {Error} If they are not there; the message names the runtime.
 */
export async function loadService(): Promise<typeof Service> {
  try {
    return await import("../service/mod.ts");
  } catch (cause) {
    throw new Error(
      `Cannot start a service in ${runtimeName()}: it needs Node 22.13 or later; elsewhere run \`alphadelta serve\` and give its URL to the client`,
      { cause },
    );
  }
}

function runtimeName(): string {
  if (globalThis.navigator?.userAgent) return globalThis.navigator.userAgent;
  return globalThis.process === undefined ? "this runtime" : `Node ${process.versions.node}`;
}
