import { ContractError } from "../errors/mod.ts";
import { OPERATIONS } from "../generated/client/operations.gen.ts";
import type { OperationId, Operations, Rest } from "../rest/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import type { Page, PageInfo } from "./page.ts";
import { PagedList } from "./paged_list.ts";

/** Ids of the operations that are lists. */
export type ListId = {
  [Id in OperationId]: [Operations[Id]["item"]] extends [never] ? never : Id;
}[OperationId];

/**
 * Makes a list of a list operation.
 *
 * @param args As the operation takes them: path parameters, then the query.
 * @throws {TypeError} If the operation is no list.
 */
export function createList<Id extends ListId>(
  rest: Rest,
  id: Id,
  args: Operations[Id]["args"],
  options?: CallOptions,
): PagedList<Operations[Id]["item"]> {
  const { items: key, parameters } = OPERATIONS[id];
  if (key === undefined) throw new TypeError(`Cannot make a list: ${id} is no list operation`);
  const inPath = parameters.filter((info) => info.in === "path").length;
  const path: readonly unknown[] = args.slice(0, inPath);
  const query = (args[inPath] ?? {}) as { readonly page?: number; readonly limit?: number };

  async function fetchPage(number: number): Promise<Page<Operations[Id]["item"]>> {
    const pageArgs = [...path, number === (query.page ?? 1) ? query : { ...query, page: number }];
    const data = await rest.call(id, pageArgs as never, options);
    return readPage(data, number);
  }
  function readPage(data: unknown, number: number): Page<Operations[Id]["item"]> {
    const items = itemsOf(data, key as string, id);
    const pagination = pageInfoOf(data);
    const hasNext = hasFurther(items.length, pagination, query.limit);
    return {
      items: items as Operations[Id]["item"][],
      pagination,
      hasNext,
      next() {
        if (!hasNext)
          throw new RangeError(`Cannot fetch next page: page ${number} of ${id} is the last`);
        return fetchPage(number + 1);
      },
    };
  }
  return new PagedList(() => fetchPage(query.page ?? 1));
}

/** The items stand under the documented key; where a service decided otherwise, they are the one array there is. */
function itemsOf(data: unknown, key: string, operation: string): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const fields = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const arrays = Object.values(fields).filter((value) => Array.isArray(value));
  const items = Array.isArray(fields[key]) ? fields[key] : arrays[0];
  if (items && (items === fields[key] || arrays.length === 1)) return items;
  throw new ContractError([{ path: key, message: "expected the items of the list" }], {
    operation,
  });
}

function pageInfoOf(data: unknown): PageInfo | undefined {
  const info = (data as { pagination?: Partial<PageInfo> } | null)?.pagination;
  const isWhole = [info?.page, info?.limit, info?.totalItems].every(
    (value) => typeof value === "number",
  );
  return isWhole ? (info as PageInfo) : undefined;
}

/** Without an extent, a page that is not short may have a successor. */
function hasFurther(count: number, info: PageInfo | undefined, limit: number | undefined): boolean {
  if (count === 0) return false;
  if (info) return info.page * info.limit < info.totalItems;
  return count >= (limit ?? 1);
}
