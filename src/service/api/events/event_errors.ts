import { LIMITS } from "../../../generated/limits.gen.ts";

/** Thrown for a cursor of an unknown epoch, or one older than the log. */
export class CursorExpired extends Error {
  override readonly name = "CursorExpired";

  /** @param oldest The cursor before the oldest event of the log. */
  constructor(oldest: string) {
    super(`The log begins at the cursor ${oldest}`);
  }
}

/** Thrown if a connection has reached its maximum number of subscriptions. */
export class TooManySubscriptions extends Error {
  override readonly name = "TooManySubscriptions";

  constructor(count: number) {
    const most = LIMITS.subscriptionsPerConnection;
    super(`A connection has at most ${most} subscriptions, this one has ${count}: end one first`);
  }
}
