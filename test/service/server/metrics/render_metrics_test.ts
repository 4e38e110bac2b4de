import { expect, test } from "vitest";
import { renderMetrics, RequestMetrics } from "../../../../src/service/server/metrics/mod.ts";

test("renderMetrics() writes each family with its help and type, and labels escaped", () => {
  const labels = { a: 'x"y\\z\n' };
  const family = { name: "m", help: "A thing.", type: "gauge", samples: [{ labels, value: 1.5 }] };
  expect(
    renderMetrics([
      { ...family, type: "gauge" },
      { ...family, type: "counter", samples: [] },
    ]),
  ).toBe(
    '# HELP m A thing.\n# TYPE m gauge\nm{a="x\\"y\\\\z\\n"} 1.5\n# HELP m A thing.\n# TYPE m counter\n',
  );
});

test("renderMetrics() writes a histogram's buckets as running totals", () => {
  const samples = [{ labels: { a: "b" }, counts: [2, 0, 1], sum: 7 }];
  const text = renderMetrics([
    { name: "t", help: "T.", type: "histogram", bounds: [0.1, 1], samples },
  ]);
  expect(text.split("\n").slice(2, -1)).toEqual([
    't_bucket{a="b",le="0.1"} 2',
    't_bucket{a="b",le="1"} 2',
    't_bucket{a="b",le="+Inf"} 3',
    't_sum{a="b"} 7',
    't_count{a="b"} 3',
  ]);
});

test("RequestMetrics puts a time on a bound into the bucket of that bound", () => {
  const metrics = new RequestMetrics();
  const trace = { protocol: "rest", operation: "getBlock", caller: undefined } as const;
  for (const seconds of [0.001, 0.0011, 60]) metrics.countRequest(trace, 200, seconds);
  const text = renderMetrics(metrics.families());
  const bucket = (le: string): string => `_bucket{protocol="rest",operation="getBlock",le="${le}"}`;
  expect(text).toContain(`${bucket("0.0005")} 0\n`);
  expect(text).toContain(`${bucket("0.001")} 1\n`);
  expect(text).toContain(`${bucket("0.0025")} 2\n`);
  expect(text).toContain(`${bucket("10")} 2\n`);
  expect(text).toContain(`${bucket("+Inf")} 3\n`);
});
