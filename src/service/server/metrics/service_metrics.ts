import { type MetricsSources, RequestCounts } from "./request_counts.ts";
import type { PrometheusWriter } from "./_prometheus_writer.ts";

/** The metrics of one service: counts, and a text of all that is measured. */
export class ServiceMetrics extends RequestCounts {
  #writer: Promise<PrometheusWriter> | undefined;

  /**
   * Writes all metrics, those of the process too, in the text format of Prometheus, version 0.0.4. The library is loaded
   * with the first reading, which keeps its 60 ms out of the start of a service.
   */
  async write(sources: MetricsSources): Promise<string> {
    this.#writer ??= this.#openWriter();
    return (await this.#writer).write(sources);
  }

  async #openWriter(): Promise<PrometheusWriter> {
    const { PrometheusWriter } = await import("./_prometheus_writer.ts");
    return new PrometheusWriter(this);
  }
}
