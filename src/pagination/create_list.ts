import { ContractError, type ErrorContext } from "../errors/mod.ts";
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
  type Item = Operations[Id]["item"];
  const { items: key, parameters } = OPERATIONS[id];
  if (key === undefined) throw new TypeError(`Cannot make a list: ${id} is no list operation`);
  const inPath = parameters.filter((info) => info.in === "path").length;
  const path: readonly unknown[] = args.slice(0, inPath);
  const query = args[inPath] as { readonly page?: number; readonly limit?: number } | undefined;

  const firstPage = query?.page ?? 1;

  async function fetchPage(number: number, previous?: readonly unknown[]): Promise<Page<Item>> {
    const pageArgs = [...path, number === firstPage ? query : { ...query, page: number }];
    const { data, context } = await rest.ask(id, pageArgs as never, options);
    const pagination = pageInfoOf(data);
    const found = itemsOf(data, key as string, context);
    const items = pagination === undefined && isRepetition(found, previous) ? [] : found;
    const hasNext = hasFurther(items.length, pagination, query?.limit);
    return {
      items: items as Item[],
      pagination,
      hasNext,
      async next() {
        if (hasNext) return fetchPage(number + 1, items);
        throw new RangeError(`Cannot fetch next page: page ${number} of ${id} is the last`);
      },
    };
  }
  return new PagedList(() => fetchPage(firstPage));
}

/** The items stand under the documented key; where a service decided otherwise, they are the one array there is. */
function itemsOf(data: unknown, key: string, context: ErrorContext): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const fields = typeof data === "object" && data !== null ? (data as Record<string, unknown>) : {};
  const arrays = Object.values(fields).filter((value) => Array.isArray(value));
  const items = Array.isArray(fields[key]) ? fields[key] : arrays[0];
  if (items && (items === fields[key] || arrays.length === 1)) return items;
  throw new ContractError([{ path: key, message: "expected the items of the list" }], context);
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

/** A service that shows no extent may also ignore the page asked for, and would never end. */
function isRepetition(
  items: readonly unknown[],
  previous: readonly unknown[] | undefined,
): boolean {
  return previous !== undefined && textOf(items) === textOf(previous);
}

function textOf(items: readonly unknown[]): string {
  return JSON.stringify(items, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}
