/** `RequestCache` of the DOM, which the types of Node have under no name. */
export type CacheMode = NonNullable<RequestInit["cache"]>;

/**
 * Modes of `fetch` with which no cache answers before the service was asked. With the first, browsers send the tag of what
 * they have, so that a 304 is enough, and a page of Next.js is rendered at each request; the second fails its build.
 */
const MODES: readonly CacheMode[] = ["no-cache", "no-store"];

/** The first of them that the runtime takes: older workers throw on one or both, and some runtimes have none. */
export function findCacheMode(): CacheMode | undefined {
  return MODES.find((cache) => {
    try {
      return new Request("http://localhost", { cache }).cache === cache;
    } catch {
      return false;
    }
  });
}
