import { isLimitStatus } from "./is_limit_status.ts";

/** Tells whether a status says that it is a matter of time. */
export function mayPass(status: number | undefined): boolean {
  return status === 408 || isLimitStatus(status) || (status !== undefined && status >= 500);
}
