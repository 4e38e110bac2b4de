import type { PlatformFetch } from "./platform_fetch.ts";

/** The runtime's own, as it is when a call is made. */
export function platformFetch(...args: Parameters<PlatformFetch>): Promise<Response> {
  return globalThis.fetch(...args);
}
