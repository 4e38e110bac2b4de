import type { Client } from "../../client/mod.ts";
import type { Page, PagedList } from "../../pagination/mod.ts";
import type { Budget } from "../../transport/mod.ts";
import { duration } from "../output/format_value.ts";

export interface ExportRequest {
  readonly what: "blocks" | "transactions" | "account";
  readonly address?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** What the items are, in a sentence. */
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

/** The pages of an export, from its start or from a resume token. */
export function openPages(
  client: Client,
  { what, address = "", from }: ExportRequest,
  resume: string | undefined,
): PagedList<Item> {
  const options = { priority: "backfill" as const, ...(resume !== undefined && { resume }) };
  // Blocks are listed by height from 0, so the height tells the page.
  const page = Math.floor(from / PAGE) + 1;
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
  { what, from, to }: ExportRequest,
): { readonly kept: readonly Item[]; readonly isLast: boolean } {
  const kept = items.filter((item) => heightOf(item) >= from && heightOf(item) <= to);
  const last = items.at(-1);
  const isPast = (height: number): boolean => (what === "blocks" ? height >= to : height < from);
  return { kept, isLast: last !== undefined && isPast(heightOf(last)) };
}

/** Most items that the export has, by the first page of its list. */
export function countItems({ what, from, to }: ExportRequest, { pagination }: Page<Item>): number {
  return what === "blocks" ? Math.max(0, to - from + 1) : (pagination?.totalItems ?? 0);
}

function heightOf({ number, blockNumber }: Item): number {
  return Number(number ?? blockNumber);
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

/** A plan in a sentence or two. */
export function describePlan(what: string, plan: ExportPlan): string {
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
