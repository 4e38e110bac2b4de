import type { ListEnd, OperationInfo } from "../tables.ts";
import { fieldsOf } from "./_page_answer.ts";
import type { Bookmark } from "./_resume_token.ts";
import { type Standing, standAt } from "./_standing.ts";
import type { Page } from "./page.ts";

type Defaults = Page<unknown>["defaults"];

/** What tells a list from others of its operation. */
interface Selection {
  /** Values that the caller gave, other than the defaults of the specs. */
  readonly given: Readonly<Record<string, unknown>>;
  /** Defaults of what the caller left out. */
  readonly defaults: Defaults;
}

/** Parameters that say where a page stands, not what the list holds. */
const PLACING: readonly string[] = ["page", "limit"];

/** Reads what a query selects. */
export function selectionOf({ parameters, cursor }: OperationInfo, query: unknown): Selection {
  const fields = fieldsOf(query);
  const given: Record<string, unknown> = {};
  const defaults: Record<string, Defaults[string]> = {};
  for (const { in: part, name, default: usual } of parameters) {
    if (part !== "query" || [...PLACING, cursor?.parameter].includes(name)) continue;
    const value = fields[name];
    if (value !== undefined && value !== usual) given[name] = value;
    if (value === undefined && usual !== undefined) defaults[name] = usual;
  }
  return { given, defaults };
}

/** Where a walk of the list begins: at the page asked for, or behind a bookmark. */
export function beginning(
  info: OperationInfo,
  query: unknown,
  defaults: Defaults,
  mark: Bookmark | undefined,
): Standing {
  const fields = fieldsOf(query);
  const { page = 1, limit } = fields;
  const usual = Number(info.parameters.find(({ name }) => name === "limit")?.default ?? Infinity);
  const size = typeof limit === "number" && limit > 0 ? limit : usual;
  const fullPage = Math.min(size, usual);
  const grows = growthOf(info, (name) => fields[name] ?? defaults[name]);
  const list = { grows, fullPage: Number.isFinite(fullPage) ? fullPage : 1 };
  if (!mark) return standAt(Number(page), list);
  const { place, total, keys, cursor } = mark;
  const offset = grows === "start" ? (total ?? 0) - (place ?? 0) : place;
  const isKnown = offset !== undefined && place !== undefined && Number.isFinite(size);
  return {
    ...standAt(isKnown ? Math.floor(offset / size) + 1 : mark.page, list),
    cursor,
    place,
    origin: place,
    total,
    isExact: place !== undefined || keys.length === 0,
    seen: [new Set(keys)],
    last: keys.at(-1),
    hasEnded: grows === "start" && place === 0,
  };
}

/** End of the list at which new items are added; a list by cursor needs none. */
function growthOf(
  { grows, cursor }: OperationInfo,
  valueOf: (name: string) => unknown,
): ListEnd | undefined {
  if (cursor) return undefined;
  if (typeof grows !== "object") return grows;
  const ends = Object.entries(grows).map(([name, byValue]) => byValue[String(valueOf(name))]);
  return ends.find((end) => end !== undefined);
}
