import type { Address } from "../../units/mod.ts";
import type { EventSubject } from "../store/mod.ts";

/** What a subscription asks for. */
export interface SubscriptionFilter {
  /** Sender or receiver. */
  readonly address?: Address;
  readonly type?: string;
  /** Cursor of the last event that was seen. */
  readonly after?: string;
}

/** Tells whether a filter lets an event through; an event that is of no transaction passes a filter for them. */
export function passesFilter(
  { address, type }: SubscriptionFilter,
  about: EventSubject | undefined,
): boolean {
  if (!about) return true;
  if (type !== undefined && type !== about.type) return false;
  return address === undefined || address === about.from || address === about.to;
}
