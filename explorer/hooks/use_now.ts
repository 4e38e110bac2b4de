import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";

const now = new Store(Date.now() / 1_000);
setInterval(() => now.set(Date.now() / 1_000), 1_000);

/** Unix seconds, each second anew. */
export function useNow(): number {
  return useStore(now);
}
