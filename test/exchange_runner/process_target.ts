import type { Service } from "../../src/service/mod.ts";
import type { Target } from "./target.ts";

/** A service in this process that makes no blocks by itself; WebSockets it has where it listens too, at `socketOrigin`. */
export function processTarget(
  service: Pick<Service, "fetch" | "produceBlock">,
  socketOrigin?: string,
): Target {
  return {
    origin: "http://service.test",
    socketOrigin,
    fetch: service.fetch,
    hasOwnBlocks: true,
    advance: (segment) => service.produceBlock(segment),
  };
}
