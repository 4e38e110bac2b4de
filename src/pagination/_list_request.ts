import type { ListEnd, OperationInfo } from "../generated/tables.gen.ts";
import type { Rest } from "../rest/mod.ts";
import type { ListSettings } from "./_read_list_options.ts";
import { type ListName, readToken } from "./_resume_token.ts";
import { type Standing, standAt } from "./_standing.ts";
import type { ListId } from "./list_source.ts";
import type { Page } from "./page.ts";

/** Values by parameter. */
export type Query = Readonly<Record<string, unknown>>;
type Defaults = Page<unknown>["defaults"];

/** A list as it was asked for. */
export interface ListRequest {
  readonly rest: Pick<Rest<ListId>, "ask">;
  readonly id: ListId;
  readonly info: OperationInfo;
  readonly path: readonly unknown[];
  /** As the caller gave it; whether it is a query at all is checked when it is sent. */
  readonly query: unknown;
  readonly name: ListName;
  readonly defaults: Defaults;
  readonly settings: ListSettings;
  /** Called with what a page rejects with, except for an abort. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Parameters that say where a page stands, not what the list holds. */
const PLACING: readonly string[] = ["page", "limit"];

/** The parameters that tell this list from others of the operation, with the defaults of the specs. */
export function selection(
  { parameters, cursor }: Pick<OperationInfo, "parameters" | "cursor">,
  query: unknown,
): [given: Query, defaults: Defaults] {
  const selecting = parameters.filter(
    ({ in: place, name }) =>
      place === "query" && !PLACING.includes(name) && name !== cursor?.parameter,
  );
  const given = fieldsOf(query);
  const named = selecting.filter(({ name }) => given[name] !== undefined);
  const others = selecting.filter(({ name }) => given[name] === undefined);
  const telling = named.filter((info) => given[info.name] !== info.default);
  return [
    Object.fromEntries(telling.map(({ name }) => [name, given[name]])),
    Object.fromEntries(
      others.flatMap((info) => (info.default === undefined ? [] : [[info.name, info.default]])),
    ),
  ];
}

/** Position at which the list begins: the page asked for, or that of a token. */
export function beginning({ info, query, name, settings }: ListRequest): Standing {
  const { page = 1, limit } = fieldsOf(query);
  const usual = Number(info.parameters.find((each) => each.name === "limit")?.default ?? Infinity);
  const asked = typeof limit === "number" && limit > 0 ? limit : undefined;
  const fullPage = Math.min(asked ?? usual, usual);
  const grows = growthOf(info, query);
  const list = { grows, fullPage: Number.isFinite(fullPage) ? fullPage : 1 };
  if (settings.resume === undefined) return standAt(Number(page), list);
  const { place, total, keys, cursor, ...mark } = readToken(name, settings.resume);
  const offset = grows === "start" ? (total ?? 0) - (place ?? 0) : place;
  const size = asked ?? usual;
  const isKnown = place !== undefined && Number.isFinite(size);
  return {
    ...standAt(isKnown ? Math.floor((offset ?? 0) / size) + 1 : mark.page, list),
    cursor,
    place,
    total,
    origin: place,
    isExact: place !== undefined || keys.length === 0,
    seen: [new Set(keys)],
    last: keys.at(-1),
    hasEnded: grows === "start" && place === 0,
  };
}

function growthOf({ grows, parameters }: OperationInfo, query: unknown): ListEnd | undefined {
  if (typeof grows !== "object") return grows;
  const ends = Object.entries(grows).map(([name, byValue]) => {
    const usual = parameters.find((info) => info.name === name)?.default;
    const value = fieldsOf(query)[name] ?? usual;
    return typeof value === "string" ? byValue[value] : undefined;
  });
  return ends.find((end) => end !== undefined);
}

/** The fields of an object; none of anything else. */
export function fieldsOf(value: unknown): Query {
  return typeof value === "object" && value !== null ? (value as Query) : {};
}
