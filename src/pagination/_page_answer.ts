import { ContractError, type ErrorContext } from "../errors/mod.ts";
import type { BlockList } from "../generated/client/types.gen.ts";
import type { PageInfo } from "./page.ts";

const COUNTS: ReadonlySet<string> = new Set<keyof PageInfo>([
  "page",
  "limit",
  "totalItems",
  "totalPages",
]);

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
}

/** Keys of a list's parts within `data`. */
export interface ListNames {
  /** Key of the items. */
  readonly items: string;
  /** Field that tells items apart. */
  readonly key: string | undefined;
  /** Field of the next cursor, with dots into objects. */
  readonly next: string | undefined;
}

/**
 * Reads the data of a list.
 *
 * @throws {ContractError} If there are no items.
 */
export function readPageAnswer(data: unknown, names: ListNames, context: ErrorContext): PageAnswer {
  const items = itemsOf(data, names.items, context);
  return {
    items,
    keys: items.map((item) => keyOf(item, names.key)),
    info: infoOf(data),
    next: names.next === undefined ? undefined : nextOf(data, names.next, context),
  };
}

/** @throws {ContractError} If the cursor is none. */
function nextOf(data: unknown, path: string, context: ErrorContext): string | undefined {
  const next = path.split(".").reduce<unknown>((value, field) => fieldsOf(value)[field], data);
  if (typeof next === "string") return next;
  if (next === undefined || next === null) return undefined;
  throw new ContractError([{ path, message: "expected a string, null or no value" }], context);
}

/** The extent, where the service told all of it. */
export function wholeInfo(info: Partial<PageInfo>): PageInfo | undefined {
  const { page, limit, totalItems } = info;
  const isWhole = [page, limit, totalItems].every((value) => value !== undefined);
  return isWhole ? (info as PageInfo) : undefined;
}

/** The items stand under the documented key; where a service decided otherwise, they are the one array there is. */
function itemsOf(data: unknown, key: string, context: ErrorContext): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const fields = fieldsOf(data);
  const arrays = Object.values(fields).filter((value) => Array.isArray(value));
  const items = Array.isArray(fields[key]) ? fields[key] : arrays[0];
  if (items && (items === fields[key] || arrays.length === 1)) return items;
  throw new ContractError([{ path: key, message: "expected the items of the list" }], context);
}

/** An item without its key is told by all that it holds. */
function keyOf(item: unknown, name: string | undefined): string {
  const key = name === undefined ? undefined : fieldsOf(item)[name];
  if (typeof key === "string" || typeof key === "number") return String(key);
  return JSON.stringify(item, (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );
}

/** A value that is no count is left out. */
function infoOf(data: unknown): Partial<PageInfo> {
  const entries = Object.entries(fieldsOf(fieldsOf(data)[EXTENT]));
  return Object.fromEntries(entries.filter(([name, value]) => !COUNTS.has(name) || isCount(value)));
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
