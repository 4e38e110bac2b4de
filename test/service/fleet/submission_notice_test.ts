import { expect, test } from "vitest";

import {
  notifySubmission,
  readSubmissionNotice,
} from "../../../src/service/fleet/_submission_notice.ts";

/** The text that a notice is sent as. */
async function textOf(notice: Parameters<typeof notifySubmission>[1]): Promise<string> {
  const texts: unknown[] = [];
  const rows = async (_: unknown, values: readonly unknown[]): Promise<[]> => {
    texts.push(...values);
    return [];
  };
  await notifySubmission({ rows } as never, notice);
  return String(texts[0]);
}

test("a notice is read as it was sent", async () => {
  const notice = { segment: "delta", hash: "0x01", carrier: { traceparent: "00-1-2-01" } } as const;
  expect(readSubmissionNotice(await textOf(notice))).toEqual(notice);
});

test.each([undefined, "delta", "trace garbage", "trace ", "trace {", "trace null", "trace [1]"])(
  "any other text is no notice: %s",
  (text) => {
    expect(readSubmissionNotice(text)).toBeUndefined();
  },
);
