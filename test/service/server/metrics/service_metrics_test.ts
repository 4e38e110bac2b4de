import { expect, test } from "vitest";
import type { RequestTrace } from "../../../../src/service/request.ts";
import { type MetricsSources, ServiceMetrics } from "../../../../src/service/server/metrics/mod.ts";

const NO_SOURCES: MetricsSources = {
  chains: [],
  sessions: new Set(),
  addressRoom: { total: 0 },
  adapters: new Set(),
  limiter: { size: 0 },
};
const TRACE: RequestTrace = {
  ...{ protocol: "rest", operation: "getBlock", caller: undefined, fault: undefined },
};

test("a time on a bound falls into the bucket of that bound", async () => {
  const metrics = new ServiceMetrics();
  for (const seconds of [0.001, 0.0011, 60]) metrics.countRequest(TRACE, 200, seconds);
  const text = await metrics.write(NO_SOURCES);
  const bucket = (le: string): string =>
    `alphadelta_request_duration_seconds_bucket{protocol="rest",operation="getBlock",le="${le}"}`;
  expect(text).toContain(`${bucket("0.0005")} 0\n`);
  expect(text).toContain(`${bucket("0.001")} 1\n`);
  expect(text).toContain(`${bucket("0.0025")} 2\n`);
  expect(text).toContain(`${bucket("10")} 2\n`);
  expect(text).toContain(`${bucket("+Inf")} 3\n`);
});

test("each service of a process counts by itself, and all of them tell of the process", async () => {
  const [busy, idle] = [new ServiceMetrics(), new ServiceMetrics()];
  busy.countRequest(TRACE, 200, 0.001);
  const texts = [await busy.write(NO_SOURCES), await idle.write(NO_SOURCES)];
  const requests = /^alphadelta_requests_total\{.*\} 1$/m;
  expect(texts[0]).toMatch(requests);
  expect(texts[1]).not.toMatch(requests);
  for (const text of texts) {
    expect(text).toMatch(/^process_cpu_seconds_total [\d.]+$/m);
    expect(text).toMatch(/^nodejs_heap_size_used_bytes \d+$/m);
  }
});

test("a figure measured at each reading is there once, however often it is read", async () => {
  const metrics = new ServiceMetrics();
  await metrics.write(NO_SOURCES);
  const lines = (await metrics.write(NO_SOURCES)).split("\n");
  const samples = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const names = samples.map((line) => line.slice(0, line.lastIndexOf(" ")));
  expect(new Set(names).size).toBe(names.length);
});

test("100 labels of keys are told apart, and further ones counted together", async () => {
  const metrics = new ServiceMetrics();
  for (let index = 0; index < 103; index++) metrics.countKey(`label-${index}`, 2);
  metrics.countKey("label-0", 1);
  const text = await metrics.write(NO_SOURCES);
  expect(text.match(/^alphadelta_key_requests_total\{/gm)).toHaveLength(101);
  expect(text).toContain('alphadelta_key_requests_total{label="label-0"} 3\n');
  expect(text).toContain('alphadelta_key_requests_total{label="(other)"} 6\n');
});
