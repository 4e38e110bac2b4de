import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";

const now = new Store(Date.now() / 1_000);
setInterval(() => now.set(Date.now() / 1_000), 1_000);

/** The current Unix time in seconds, updated once a second. */
export function useNow(): number {
  return useStore(now);
}
