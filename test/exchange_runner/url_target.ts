import { setTimeout } from "node:timers/promises";
import type { Target } from "./target.ts";

const POLL_MILLISECONDS = 100;
const MOST_REFUSALS = 10;
const MOST_SECONDS = 60;

/** A service behind a URL. A request it refuses for its limits is sent again when it says so. */
export function urlTarget(origin: string): Target {
  return {
    origin,
    socketOrigin: origin,
    hasOwnBlocks: false,
    async fetch(request) {
      for (let refusals = 0; ; refusals++) {
        const response = await fetch(request.clone(), { redirect: "manual" });
        if (response.status !== 429 || refusals === MOST_REFUSALS) return response;
        const seconds = Number(response.headers.get("Retry-After") ?? "1");
        if (!(seconds >= 0 && seconds <= MOST_SECONDS)) return response;
        await response.arrayBuffer();
        await setTimeout(seconds * 1000);
      }
    },
    advance: () => setTimeout(POLL_MILLISECONDS),
  };
}
