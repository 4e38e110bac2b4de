import { servedSegments } from "../session/place.ts";
import { parseRoute, type Route } from "../values/route.ts";
import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";

const read = (): Route => parseRoute(location.hash, servedSegments());
const route = new Store(read());
addEventListener("hashchange", () => route.set(read()));

/** The present route. */
export function useRoute(): Route {
  return useStore(route);
}
