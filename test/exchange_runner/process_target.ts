import type { Service } from "../../src/service/mod.ts";
import type { Target } from "./target.ts";

/** A service in this process that makes no blocks by itself. */
export function processTarget(service: Pick<Service, "fetch" | "produceBlock">): Target {
  return {
    origin: "http://service.test",
    fetch: service.fetch,
    hasOwnBlocks: true,
    advance: (segment) => service.produceBlock(segment),
  };
}
