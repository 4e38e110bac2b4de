import { type MetricsSources, RequestCounts } from "./request_counts.ts";

/** The metrics of one service: counts, and a text of all that is measured. */
export class ServiceMetrics extends RequestCounts {
  /**
   * Writes all metrics, those of the process too, in the text format of Prometheus, version 0.0.4. The library is loaded
   * with the first reading, which keeps its 60 ms out of the start of a service.
   */
  async write(sources: MetricsSources): Promise<string> {
    const { writeMetrics } = await import("./_prometheus.ts");
    return writeMetrics(this, sources);
  }
}
