import { type Segment } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";

/** Names of the pages, as they stand in addresses. */
export const PAGES = [
  "overview",
  "blocks",
  "block",
  "transactions",
  "transaction",
  "pending",
  "account",
  "validators",
  "validator",
  "proposals",
  "proposal",
  "tokens",
  "token",
  "records",
  "record",
  "serial",
  "search",
  "devnet",
  "settings",
] as const;

/** Name of a page. */
export type PageName = (typeof PAGES)[number];

/** A place in the explorer, as in `#/delta/block/1204?page=2`. */
export interface Route {
  readonly segment: Segment;
  /** Undefined for a page that does not exist. */
  readonly page: PageName | undefined;
  /** Subject of the page, such as a height or an address; empty for pages of a whole chain. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/** Start page of the explorer. */
const FIRST_SEGMENT: Segment = "delta";

/** Reads the fragment of an address. An empty one is the overview of the first of the segments `served`. */
export function parseRoute(hash: string, served: readonly Segment[] = [FIRST_SEGMENT]): Route {
  const [only = FIRST_SEGMENT] = served;
  const start = served.includes(FIRST_SEGMENT) ? FIRST_SEGMENT : only;
  const [path = "", search = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [segment = "", page = "", ...rest] = path.split("/").map(decode);
  const query = new URLSearchParams(search);
  if (segment === "") return { segment: start, page: "overview", id: "", query };
  if (!Object.hasOwn(SEGMENTS, segment))
    return { segment: start, page: undefined, id: path, query };
  const name = page === "" ? "overview" : PAGES.find((one) => one === page);
  return { segment: segment as Segment, page: name, id: rest.join("/"), query };
}

/** The fragment that leads to a page. */
export function hrefOf(
  segment: Segment,
  page: PageName = "overview",
  id: string | number = "",
  query: Readonly<Record<string, string | number>> = {},
): string {
  const parts = [segment, ...(page === "overview" ? [] : [page]), ...(id === "" ? [] : [id])];
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, String(value)]),
  );
  const path = parts.map((part) => encodeURIComponent(part)).join("/");
  return `#/${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** A part of an address that is not well encoded stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
