import type { Budget } from "../../transport/mod.ts";
import { duration } from "../output/relative_time.ts";
import { PAGE } from "./export_source.ts";

/** Costs of an export. */
export interface ExportPlan {
  /** Most items. */
  readonly items: number;
  /** Most requests. */
  readonly requests: number;
  /** Seconds by the rate limit; 0 where there is none. */
  readonly seconds: number;
  /** Share of a day's quota, from 0; 0 where there is none. */
  readonly shareOfDay: number;
  /** Requests that are left today; null without a limit. */
  readonly remainingToday: number | null;
}

/** Plans an export of `items` by what the service allows. */
export function planExport(items: number, { second, day }: Budget): ExportPlan {
  const requests = Math.ceil(items / PAGE);
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
