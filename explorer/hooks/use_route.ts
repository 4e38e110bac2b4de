import { parseRoute, type Route } from "../values/route.ts";
import { Store } from "../values/store.ts";
import { useStore } from "./use_store.ts";

const route = new Store(parseRoute(location.hash));
addEventListener("hashchange", () => route.set(parseRoute(location.hash)));

/** The present route. */
export function useRoute(): Route {
  return useStore(route);
}
