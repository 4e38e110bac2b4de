import type { ListEnd, OperationInfo } from "../tables.ts";
import { cutArguments } from "../rest/internal.ts";
import type { Operations, Rest } from "../rest/mod.ts";
import { checkCallOptions } from "../transport/internal.ts";
import {
  checkInteger,
  checkOption,
  fieldsOf,
  FUNCTION,
  isObject,
  showJson,
} from "../validation/mod.ts";
import { fetchStep, type ListRequest } from "./_fetch_step.ts";
import { readToken, type ResumedState } from "./_resume_token.ts";
import { initialState, type WalkState, mirror } from "./_walk_state.ts";
import type { ListId, ListOptions, ListSource } from "./list_source.ts";
import type { Page } from "./page.ts";

const DEFAULT_PREFETCH = 1;
/** Options that a list has beside those of every call. */
const OWN_OPTIONS = ["prefetch", "resume", "onShift", "onProgress"];

/**
 * Prepares the pages of a list operation; nothing is sent. The query is copied.
 *
 * @param rest An interface that has the operation: of `createRest`, or of `createRestOf` with a few.
 * @param args As the operation takes them: path parameters, then the query.
 * @throws {TypeError} If the operation is no list.
 * @throws {TypeError | RangeError | SyntaxError} If an option of the list is wrong.
 *
 * @example
 * ```ts
 * import { PagedList } from "alphadelta";
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { openList } from "alphadelta/pagination";
 * import { createRest } from "alphadelta/rest";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const rest = createRest("delta", endpoints, createTransport());
 * const blocks = new PagedList(() => openList(rest, "listBlocks", [{ order: "asc" }]));
 * console.log((await blocks.toArray({ limit: 3 })).length);
 * ```
 */
export function openList<Id extends ListId>(
  rest: Rest<Id>,
  id: Id,
  args: Operations[Id]["args"],
  options: ListOptions = {},
): ListSource<Operations[Id]["item"]> {
  type Item = Operations[Id]["item"];
  const info: OperationInfo = rest.infoOf(id);
  if (info.items === undefined) {
    throw new TypeError(`Cannot create a list: ${id} is not a list operation`);
  }
  checkCallOptions(id, options, OWN_OPTIONS);
  const { prefetch = DEFAULT_PREFETCH, resume, onShift, onProgress, ...call } = options;
  const action = `Cannot call ${id}`;
  checkInteger(action, "prefetch", prefetch, 0);
  for (const [name, listener] of Object.entries({ onShift, onProgress }))
    checkOption(action, name, listener, FUNCTION);
  const split = cutArguments(info, args);
  const path = Object.values(split.path);
  const query = copyOf(split.named);
  const { selected, defaults } = readSelection(info, query);
  const listName = { operation: id, segment: rest.segment, args: showJson([...path, selected]) };
  const resumed = resume === undefined ? undefined : readToken(listName, resume);
  const begin = stateAtStart(info, query, defaults, resumed);
  const source = { prefetch, signal: call.signal ?? undefined };
  const request: ListRequest = {
    rest,
    id,
    info,
    path,
    query,
    listName,
    source,
    defaults,
    onShift,
    onProgress,
    call,
  };
  return {
    ...source,
    fetchFirst: (onError) => fetchStep<Item>({ ...request, onError }, begin, {}),
  };
}

/** A copy, since a program may change its object between two pages. What cannot be cloned whole, validation refuses later. */
function copyOf(query: unknown): unknown {
  try {
    return structuredClone(query);
  } catch {
    return isObject(query) ? { ...query } : query;
  }
}

type Defaults = Page<unknown>["defaults"];

/** The identity of a list among those of its operation. */
interface Selection {
  /** Values that the caller gave, other than the defaults of the specs. */
  readonly selected: Readonly<Record<string, unknown>>;
  /** Defaults of the parameters that the caller left out. */
  readonly defaults: Defaults;
}

/** Parameters that say which page is asked for, not what the list holds. */
const PAGE_PARAMETERS: readonly string[] = ["page", "limit"];

function readSelection({ parameters, cursor }: OperationInfo, query: unknown): Selection {
  const fields = fieldsOf(query);
  const selected: Record<string, unknown> = {};
  const defaults: Record<string, Defaults[string]> = {};
  for (const { in: part, name, default: defaultValue } of parameters) {
    if (part !== "query" || [...PAGE_PARAMETERS, cursor?.parameter].includes(name)) continue;
    const value = fields[name];
    if (value !== undefined && value !== defaultValue) selected[name] = value;
    if (value === undefined && defaultValue !== undefined) defaults[name] = defaultValue;
  }
  return { selected, defaults };
}

/** The state in which a walk begins: at the requested page, or behind a token. */
function stateAtStart(
  info: OperationInfo,
  query: unknown,
  defaults: Defaults,
  resumed: ResumedState | undefined,
): WalkState {
  const fields = fieldsOf(query);
  const { page = 1, limit } = fields;
  const parameter = info.parameters.find(({ name }) => name === "limit");
  const defaultSize = Number(parameter?.default ?? Infinity);
  const size = typeof limit === "number" && limit > 0 ? limit : defaultSize;
  // A service that ignores `limit` fills pages of its default size. Of an unknown size, any page with an item may be full.
  const fullPage = Math.min(size, defaultSize);
  const grows = growthOf(info, (name) => fields[name] ?? defaults[name]);
  const list = { grows, fullPage: Number.isFinite(fullPage) ? fullPage : 1 };
  if (!resumed) return initialState(Number(page), list);
  const { place, total, last } = resumed;
  const isPageKnown = place !== undefined && Number.isFinite(size);
  const next = isPageKnown ? Math.floor(mirror(list, place, total) / size) + 1 : resumed.page;
  return {
    ...initialState(next, list),
    ...resumed,
    page: next,
    origin: place,
    // Items without a place are of a walk whose totals were unreliable.
    isExact: place !== undefined || last === undefined,
    // At place 0, no older item is left.
    hasEnded: grows === "start" && place === 0,
  };
}

/** The end at which the list of this query gets new items; undefined if anywhere, or for a list by cursor, which needs none. */
function growthOf(
  { grows, cursor }: OperationInfo,
  valueOf: (name: string) => unknown,
): ListEnd | undefined {
  if (cursor) return undefined;
  if (typeof grows !== "object") return grows;
  const ends = Object.entries(grows).map(([name, byValue]) => byValue[String(valueOf(name))]);
  return ends.find((end) => end !== undefined);
}
