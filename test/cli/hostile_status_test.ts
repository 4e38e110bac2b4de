import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { parseMetrics, readProcess } from "../../src/cli/status/read_process.ts";
import { ManualClock } from "../_manual_clock.ts";
import { runInProcess } from "./_run_in_process.ts";

const closes: (() => void)[] = [];
afterEach(() => closes.splice(0).forEach((close) => close()));

async function answering(
  answer: (path: string, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer(({ url = "" }, response) => answer(url, response));
  closes.push(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const SIZE = 1_600_000;

/** Lines that a text of that size takes. */
function lines(line: (index: number) => string): string {
  const texts: string[] = [];
  for (let size = 0; size < SIZE; size += texts.at(-1)?.length ?? 0)
    texts.push(`${line(texts.length)}\n`);
  return texts.join("");
}

/** Metrics whose reading takes minutes if its time grows with the square of their number, or of the length of a line. */
const METRICS: Readonly<Record<string, string>> = {
  "samples of one metric": lines((index) => `requests{path="${index}"} 1`),
  "segments of one process": lines((index) => `alphadelta_head_height{segment="s${index}"} 1`),
  "buckets of one histogram": lines(
    (index) => `alphadelta_request_duration_seconds_bucket{le="${index}"} ${index}`,
  ),
  "characters of one label": `alphadelta_head_height{${"a".repeat(SIZE)}} 1`,
};

describe("status reads 1.6 MB of metrics in seconds:", () => {
  test.each(Object.entries(METRICS))(
    "%s",
    async (_, metrics) => {
      const url = await answering((path, response) =>
        response.end(path === "/readyz" ? "ready\n" : metrics),
      );
      const clock = new ManualClock();
      const { code, stdout } = await clock.until(
        runInProcess(["status", url, "--once"], { clock }),
      );
      expect([code, stdout.split("\n").length]).toEqual([0, 3]);
    },
    10_000,
  );
});

test.each(["/readyz", "/metrics"])(
  "an endless answer of %s is read up to 8 MiB",
  async (endless) => {
    const chunk = Buffer.alloc(65_536, "a\n");
    let written = 0;
    const url = await answering((path, response) => {
      if (path !== endless) return response.end("ready\n");
      const write = (): void => {
        while (!response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
      };
      response.on("drain", write);
      return write();
    });
    const { failure } = await readProcess(url);
    expect(failure).toBe(`${endless} answers more than 8388608 bytes`);
    // What the system's buffers hold was written, and never read.
    expect(written).toBeLessThan(32 * 2 ** 20);
  },
);

test("a reason of any length is shown in part", async () => {
  const url = await answering((_, response) => response.end(lines(() => "not ready: full")));
  const { failure = "" } = await readProcess(url);
  expect(failure).toMatch(/^full; full; .*… \(\d+ characters\)$/);
  expect(failure.length).toBeLessThan(1_100);
});

test("labels are read without their escapes, and a sample without its exemplar", () => {
  const text = String.raw`requests{path="a\"b,c=\"d\"\n}",code="2xx"} 3 # {trace="z"} 0.5`;
  expect(parseMetrics(`# HELP requests All.\n${text}\nup -Inf\nnone\n`)).toEqual(
    new Map([
      ["requests", [{ labels: { path: `a"b,c="d"\n}`, code: "2xx" }, value: 3 }]],
      ["up", [{ labels: {}, value: -Infinity }]],
    ]),
  );
});
