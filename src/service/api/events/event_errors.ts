import { LIMITS } from "../../../generated/limits.gen.ts";

/** A cursor is of an epoch that the log does not know, or older than it keeps. */
export class CursorExpired extends Error {
  override readonly name = "CursorExpired";

  /** @param oldest The cursor that everything kept comes after. */
  constructor(oldest: string) {
    super(`The log begins at the cursor ${oldest}`);
  }
}

/** A connection has as many subscriptions as it may have. */
export class TooManySubscriptions extends Error {
  override readonly name = "TooManySubscriptions";

  constructor(count: number) {
    const most = LIMITS.subscriptionsPerConnection;
    super(`A connection has at most ${most} subscriptions, this one has ${count}: end one first`);
  }
}
