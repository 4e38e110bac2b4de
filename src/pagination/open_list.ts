import type { OperationInfo } from "../generated/tables.gen.ts";
import type { Operations, Rest } from "../rest/mod.ts";
import { fetchStep, reportStep } from "./_fetch_step.ts";
import { beginning, type ListRequest, selection } from "./_list_request.ts";
import { readListOptions } from "./_read_list_options.ts";
import type { ListOptions } from "./list_options.ts";
import type { ListId, ListSource } from "./list_source.ts";

/**
 * Prepares the pages of a list operation; nothing is sent.
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
  options?: ListOptions,
): ListSource<Operations[Id]["item"]> {
  type Item = Operations[Id]["item"];
  const info: OperationInfo = rest.infoOf(id);
  if (info.items === undefined) {
    throw new TypeError(`Cannot create a list: ${id} is not a list operation`);
  }
  const settings = readListOptions(id, options);
  const inPath = info.parameters.filter((parameter) => parameter.in === "path").length;
  const path: readonly unknown[] = args.slice(0, inPath);
  const query: unknown = args[inPath];
  const [given, defaults] = selection(info, query);
  const name = { operation: id, segment: rest.segment, args: JSON.stringify([...path, given]) };
  const request: ListRequest = { rest, id, info, path, query, name, defaults, settings };
  const begin = beginning(request);
  return {
    prefetch: settings.prefetch,
    signal: settings.call.signal ?? undefined,
    fetchFirst: (onError) => fetchStep<Item>({ ...request, onError }, begin, {}),
    report: (step, before) => reportStep(settings, step, before),
  };
}
