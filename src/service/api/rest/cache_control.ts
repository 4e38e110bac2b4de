import type { HeightInfo } from "../../../tables.ts";
import type { ServiceResponse } from "../../request.ts";
import { type Data, JsonText } from "../context/mod.ts";

/** Any block can change the answer, so that it is revalidated each time. */
const REVALIDATED = "no-cache";
/** Anyone may keep the answer for a day. */
const SHARED = "public, max-age=86400";

/**
 * The value of `Cache-Control` for the data of an operation: where only a reorganisation can change them, and down to their
 * height none is expected, any cache may keep them.
 *
 * @param settledHeight Height down to which a reorganisation is expected at most; undefined where nothing is shared.
 * @param path Parameters of the path: what is asked for by its own hash never changes.
 */
export function cacheControlOf(
  data: Data,
  info: HeightInfo | undefined,
  settledHeight: number | undefined,
  path: Readonly<Record<string, unknown>>,
): string {
  if (!info?.settles || settledHeight === undefined) return REVALIDATED;
  const fields = fieldsOf(data);
  const height = fields[info.field];
  const mayChange = Object.entries(info.unless ?? {}).some(
    ([name, value]) => fields[name] === value,
  );
  if (mayChange || typeof height !== "number" || height > settledHeight) return REVALIDATED;
  const hash = info.hash === undefined ? undefined : fields[info.hash];
  return hash !== undefined && Object.values(path).includes(hash) ? `${SHARED}, immutable` : SHARED;
}

/** Returns true for a response that caches may give to anyone, later: it names no caller and no moment. */
export function isShared({ headers }: Pick<ServiceResponse, "headers">): boolean {
  return headers["Cache-Control"]?.startsWith(SHARED) ?? false;
}

function fieldsOf(data: Data): Readonly<Record<string, unknown>> {
  const text = data instanceof JsonText ? data.text : data;
  const value: unknown = typeof text === "string" ? JSON.parse(text) : text;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
