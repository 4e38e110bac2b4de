import type { Client } from "../../client/mod.ts";
import type { Page, PagedList } from "../../pagination/mod.ts";
import type { Budget } from "../../transport/mod.ts";
import { duration } from "../output/format_value.ts";

export interface ExportRequest {
  readonly what: "blocks" | "transactions" | "account";
  readonly address?: string | undefined;
  readonly from: number;
  readonly to: number;
  /** True if heights were named, by which items are then chosen. */
  readonly isBounded?: boolean | undefined;
}

/** The word for the items in a sentence. */
export function nounOf({ what }: ExportRequest): string {
  return what === "blocks" ? "blocks" : "transactions";
}

export type Item = Readonly<Record<string, unknown>>;

/** Order of a list of the service: transactions come newest first alone, and are turned round once they are spooled. */
export function listOrder({ what }: ExportRequest): "asc" | "desc" {
  return what === "blocks" ? "asc" : "desc";
}

/** Items per page, the most that every list gives. */
const PAGE = 100;

/** The page that has the lowest height: blocks are listed by height, from that of the first one on. */
export async function pageOf(client: Client, { what, from }: ExportRequest): Promise<number> {
  if (what !== "blocks" || from === 0) return 1;
  const { items } = await client.listBlocks({ order: "asc", limit: 1 }, { priority: "backfill" });
  return Math.max(0, Math.floor((from - (items[0]?.number ?? 0)) / PAGE)) + 1;
}

/** The pages of an export, from one or from a resume token. */
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

/** The items of a page within the heights, and whether none can follow. */
export function itemsOf(
  { items }: Page<Item>,
  { what, from, to, isBounded }: ExportRequest,
): { readonly kept: readonly Item[]; readonly isLast: boolean } {
  if (isBounded && items.some((item) => heightOf(item) === undefined)) throw withoutHeights(what);
  const kept = items.filter((item) => {
    const height = heightOf(item) ?? from;
    return height >= from && height <= to;
  });
  const last = items.at(-1);
  const height = last && heightOf(last);
  const isPast = (one: number): boolean => (what === "blocks" ? one >= to : one < from);
  return { kept, isLast: height !== undefined && isPast(height) };
}

function withoutHeights(what: ExportRequest["what"]): Error {
  const list = what === "account" ? "transactions of an account" : what;
  return new Error(
    `Cannot export by height: the service lists ${list} without blockNumber. Leave --from and --to out.`,
  );
}

/** Most items that the export has, by the first page of its list; undefined where the service does not tell. */
export function countItems(
  { what, from, to }: ExportRequest,
  { pagination }: Page<Item>,
): number | undefined {
  return what === "blocks" ? Math.max(0, to - from + 1) : pagination?.totalItems;
}

/** The height of an item; undefined where it has none: the interface does not show the items of lists of transactions. */
function heightOf({ number, blockNumber }: Item): number | undefined {
  const height = number ?? blockNumber;
  return typeof height === "number" ? height : undefined;
}

interface ExportPlan {
  readonly items: number;
  readonly requests: number;
  /** Seconds by the rate limit; 0 where there is none. */
  readonly seconds: number;
  /** Share of a day's quota, from 0; 0 where there is none. */
  readonly shareOfDay: number;
  /** Requests that are left today; null without a limit. */
  readonly remainingToday: number | null;
}

/** Plans reads of `items`, a page in a request, by what the service allows. */
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

/** A plan in a sentence or two; without a number of items there is none. */
export function describePlan(what: string, plan: ExportPlan | { readonly items: null }): string {
  if (plan.items === null) return `The service does not tell how many ${what} there are.`;
  const { items, requests, seconds, shareOfDay, remainingToday } = plan;
  const counts = `At most ${items} ${what} in ${requests} ${requests === 1 ? "request" : "requests"}`;
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
