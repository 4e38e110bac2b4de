import { advanceByPage } from "./_advance_by_page.ts";
import { advanceByPlace } from "./_advance_by_place.ts";
import { type PageAnswer, wholeInfo } from "./_page_answer.ts";
import type { PageInfo } from "./page.ts";
import type { Standing } from "./_standing.ts";
import type { Step } from "./_step.ts";

/** Takes the page that a walk asked for. */
export function advance(before: Standing, answer: PageAnswer): Step {
  const info = reliableInfo(before, answer);
  return info ? advanceByPlace(before, answer, info) : advanceByPage(before, answer);
}

/** The extent, if it agrees with the page that was asked for and with the items on it. */
function reliableInfo(before: Standing, { items, info }: PageAnswer): PageInfo | undefined {
  const whole = wholeInfo(info);
  if (!whole || !before.isExact || whole.page !== before.page || whole.limit < 1) return undefined;
  const left = whole.totalItems - (whole.page - 1) * whole.limit;
  return items.length === Math.max(0, Math.min(whole.limit, left)) ? whole : undefined;
}
