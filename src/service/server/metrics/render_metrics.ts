import type { HistogramSample, MetricFamily } from "./metric_family.ts";

/** Writes metrics in the text format of Prometheus, version 0.0.4. */
export function renderMetrics(families: readonly MetricFamily[]): string {
  return families.map(renderFamily).join("");
}

function renderFamily(family: MetricFamily): string {
  const { name, help, type } = family;
  const lines =
    family.type === "histogram"
      ? family.samples.flatMap((sample) => histogramLines(name, family.bounds, sample))
      : family.samples.map(({ labels, value }) => line(name, labels, value));
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function histogramLines(
  name: string,
  bounds: readonly number[],
  { labels, counts, sum }: HistogramSample,
): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    const le = index < bounds.length ? String(bounds[index]) : "+Inf";
    return line(`${name}_bucket`, { ...labels, le }, total);
  });
  return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escape(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
