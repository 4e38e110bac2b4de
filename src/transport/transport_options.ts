import type { ApiKey } from "./api_key.ts";
import type { CallPolicy } from "./call_options.ts";
import type { Clock } from "./clock.ts";
import type { PlatformFetch } from "./platform_fetch.ts";

/** Options of {@linkcode createTransport}; those of a call are the defaults of every call. */
export interface TransportOptions extends CallPolicy {
  /** What sends requests, given a URL and settings as the runtime's own. @default {globalThis.fetch} */
  readonly fetch?: PlatformFetch | undefined;
  /** Presented with each request. */
  readonly apiKey?: ApiKey | undefined;
  /** Time and timers. @default {the runtime's own} */
  readonly clock?: Clock | undefined;
}
