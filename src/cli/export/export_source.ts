import type { Client } from "../../client/mod.ts";
import type { Page, PagedList } from "../../pagination/mod.ts";
import type { Budget } from "../../transport/mod.ts";
import { duration } from "../output/format_value.ts";

/** A list that can be exported; `account` is the transactions of an address. */
export type ExportSource = "blocks" | "transactions" | "account";

/** An export; checkpoints store it under these names. */
export interface ExportRequest {
  readonly what: ExportSource;
  /** Address of an account; undefined for other sources. */
  readonly address?: string | undefined;
  /** Lowest height. */
  readonly from: number;
  /** Highest height. */
  readonly to: number;
  /** True if the caller named heights: then items are filtered by height. */
  readonly isBounded?: boolean | undefined;
}

/** Noun for the items in a message. */
export function nounOf({ what }: ExportRequest): string {
  return what === "blocks" ? "blocks" : "transactions";
}

export type Item = Readonly<Record<string, unknown>>;

/** The order in which the service lists a source; transactions have no other, and are reversed after they are spooled. */
export function listOrder({ what }: ExportRequest): "asc" | "desc" {
  return what === "blocks" ? "asc" : "desc";
}

/** Items per page, the maximum of every list. */
const PAGE = 100;

/** Number of the page with the lowest height; blocks are listed by height, from the oldest one. */
export async function pageOf(client: Client, { what, from }: ExportRequest): Promise<number> {
  if (what !== "blocks" || from === 0) return 1;
  const { items } = await client.listBlocks({ order: "asc", limit: 1 }, { priority: "backfill" });
  return Math.max(0, Math.floor((from - (items[0]?.number ?? 0)) / PAGE)) + 1;
}

/** Lists the pages of an export from `page`, or from a resume token. */
export function openPages(
  client: Client,
  { what, address = "" }: ExportRequest,
  page: number,
  resume?: string,
): PagedList<Item> {
  const options = { priority: "backfill" as const, ...(resume !== undefined && { resume }) };
  const list =
    what === "blocks"
      ? client.listBlocks({ order: "asc", limit: PAGE, page }, options)
      : what === "transactions"
        ? client.listTransactions({ limit: PAGE }, options)
        : client.listAccountTransactions(address, { limit: PAGE }, options);
  return list;
}

/** Filters the items of a page by height; `isLast` is true if no later page can have further ones. */
export function itemsOf(
  { items }: Page<Item>,
  { what, from, to, isBounded }: ExportRequest,
): { readonly kept: readonly Item[]; readonly isLast: boolean } {
  if (isBounded && items.some((item) => heightOf(item) === undefined)) throw missingHeights(what);
  const kept = items.filter((item) => {
    const height = heightOf(item) ?? from;
    return height >= from && height <= to;
  });
  const last = items.at(-1);
  const height = last && heightOf(last);
  if (height === undefined) return { kept, isLast: false };
  return { kept, isLast: what === "blocks" ? height >= to : height < from };
}

function missingHeights(what: ExportSource): Error {
  const list = what === "account" ? "transactions of an account" : what;
  return new Error(
    `Cannot export by height: the service lists ${list} without blockNumber. Leave --from and --to out.`,
  );
}

/** Upper bound of the items of an export, from a page of its list; undefined if the service reports no total. */
export function countItems(
  { what, from, to }: ExportRequest,
  { pagination }: Page<Item>,
): number | undefined {
  return what === "blocks" ? Math.max(0, to - from + 1) : pagination?.totalItems;
}

/** Height of an item; undefined without one, since the interface does not specify the items of transaction lists. */
function heightOf({ number, blockNumber }: Item): number | undefined {
  const height = number ?? blockNumber;
  return typeof height === "number" ? height : undefined;
}

interface ExportPlan {
  readonly items: number;
  readonly requests: number;
  /** Duration in seconds under the rate limit; 0 without a limit. */
  readonly seconds: number;
  /** Requests as a share of the daily quota, 1 for all of it; 0 without a quota. */
  readonly shareOfDay: number;
  /** Remaining requests of the day; null without a quota. */
  readonly remainingToday: number | null;
}

/** Estimates the requests and time of reading `items`, one page in a request, under the limits of the service. */
export function planExport(
  items: number,
  { second, day }: Budget,
  page: number = PAGE,
): ExportPlan {
  const requests = Math.ceil(items / page);
  return {
    items,
    requests,
    seconds: Math.ceil(requests / second.limit),
    shareOfDay: requests / day.limit,
    remainingToday: Number.isFinite(day.remaining) ? day.remaining : null,
  };
}

/** Describes a plan in one or two sentences, or that the number of items is unknown. */
export function describePlan(noun: string, plan: ExportPlan | { readonly items: null }): string {
  if (plan.items === null) return `The service does not tell how many ${noun} there are.`;
  const { items, requests, seconds, shareOfDay, remainingToday } = plan;
  const counts = `At most ${items} ${noun} in ${requests} ${requests === 1 ? "request" : "requests"}`;
  const time = seconds === 0 ? "no rate limit" : `about ${duration(seconds)}`;
  const share =
    remainingToday === null
      ? "no daily quota"
      : `${Number((shareOfDay * 100).toFixed(2))} % of the day's quota`;
  const warning =
    remainingToday !== null && requests > remainingToday
      ? ` Only ${remainingToday} requests are left today: run it again tomorrow to resume.`
      : "";
  return `${counts}: ${time}, ${share}.${warning}`;
}
