import { ContractError, type ErrorContext } from "../errors/mod.ts";
import type { BlockList } from "../generated/types.gen.ts";
import type { OperationInfo } from "../tables.ts";
import type { ResponseInfo } from "../transport/mod.ts";
import { fieldsOf, showJson, valueAt } from "../validation/mod.ts";
import type { PageInfo } from "./page.ts";

const COUNTS: readonly string[] = [
  "page",
  "limit",
  "totalItems",
  "totalPages",
] satisfies (keyof PageInfo)[];

/** Key of a list's extent within `data`. */
const EXTENT: keyof BlockList = "pagination";

/** A page as it came. */
export interface PageAnswer {
  readonly items: readonly unknown[];
  /** Keys that tell the items apart, in the same order. */
  readonly keys: readonly string[];
  /** The extent that the service tells: all of it, a part, or nothing. */
  readonly info: Partial<PageInfo>;
  /** Cursor of the next page, where the list goes by cursors; undefined on the last one. */
  readonly next?: string | undefined;
  /** Undefined before the first request. */
  readonly response?: ResponseInfo;
}

/**
 * Reads the data of a list.
 *
 * @throws {ContractError} If there are no items, or the cursor of the next page is none.
 */
export function readPageAnswer(
  data: unknown,
  { items: name = "", key, cursor }: OperationInfo,
  context: ErrorContext,
): PageAnswer {
  const items = findItems(data, name);
  const next = cursor && (valueAt(data, cursor.next.split(".")) ?? undefined);
  const refuse = (path: string, expected: string): never => {
    throw new ContractError([{ path, message: `expected ${expected}` }], context);
  };
  if (!items) return refuse(name, "the items of the list");
  if (next !== undefined && typeof next !== "string")
    return refuse(cursor?.next ?? "", "a string, null or no value");
  return { items, keys: items.map((item) => itemKey(item, key)), info: infoOf(data), next };
}

/** The extent, where the service told all of it. */
export function wholeInfo(info: Partial<PageInfo>): PageInfo | undefined {
  const { page, limit, totalItems } = info;
  const isWhole = [page, limit, totalItems].every((value) => value !== undefined);
  return isWhole ? (info as PageInfo) : undefined;
}

/** The items stand under the documented key; where a service decided otherwise, they are the one array there is. */
function findItems(data: unknown, name: string): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  const fields = fieldsOf(data);
  const arrays = [fields[name], ...Object.values(fields)].filter((value) => Array.isArray(value));
  return Array.isArray(fields[name]) || arrays.length === 1 ? arrays[0] : undefined;
}

/** An item without its key is told by all that it holds. */
function itemKey(item: unknown, name: string | undefined): string {
  const key = name === undefined ? undefined : fieldsOf(item)[name];
  if (typeof key === "string" || typeof key === "number") return String(key);
  return showJson(item);
}

/** A value that is no count is left out. */
function infoOf(data: unknown): Partial<PageInfo> {
  const entries = Object.entries(fieldsOf(fieldsOf(data)[EXTENT]));
  return Object.fromEntries(
    entries.filter(([name, value]) => !COUNTS.includes(name) || isCount(value)),
  );
}

/** Tells a whole number from 0. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
