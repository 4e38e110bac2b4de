import type { Route } from "./route.ts";

/** The page of a list that an address names, from 1. */
export function pageNumber({ query }: Route, name = "page"): number {
  const page = Number(query.get(name) ?? 1);
  return Number.isSafeInteger(page) && page >= 1 ? page : 1;
}
