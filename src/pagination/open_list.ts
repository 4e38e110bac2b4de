import type { OperationInfo } from "../tables.ts";
import type { Operations, Rest } from "../rest/mod.ts";
import { checkInteger, checkOption, isObject } from "../validation/mod.ts";
import { beginning, selectionOf } from "./_beginning.ts";
import { fetchStep } from "./_fetch_step.ts";
import { showJson } from "./_page_answer.ts";
import { readToken } from "./_resume_token.ts";
import type { ListOptions } from "./list_options.ts";
import type { ListId, ListSource } from "./list_source.ts";

const DEFAULT_PREFETCH = 1;

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
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { openList, PagedList } from "alphadelta/pagination";
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
  const { prefetch = DEFAULT_PREFETCH, resume, onShift, onProgress, ...call } = options;
  const action = `Cannot call ${id}`;
  checkInteger(action, "prefetch", prefetch, 0);
  for (const [name, listener] of Object.entries({ onShift, onProgress }))
    checkOption(action, name, listener, "a function", typeof listener === "function");
  const inPath = info.parameters.filter((parameter) => parameter.in === "path").length;
  const path: readonly unknown[] = args.slice(0, inPath);
  const query = copyOf(args[inPath]);
  const { given, defaults } = selectionOf(info, query);
  const name = { operation: id, segment: rest.segment, args: showJson([...path, given]) };
  const mark = resume === undefined ? undefined : readToken(name, resume);
  const begin = beginning(info, query, defaults, mark);
  const request = { rest, id, info, path, query, name, defaults, onShift, onProgress, call };
  return {
    prefetch,
    signal: call.signal ?? undefined,
    fetchFirst: (onError) => fetchStep<Item>({ ...request, onError }, begin, {}),
  };
}

/** A program may change its object, or use it again, between two pages. What cannot be cloned whole is checked later. */
function copyOf(query: unknown): unknown {
  try {
    return structuredClone(query);
  } catch {
    return isObject(query) ? { ...query } : query;
  }
}
