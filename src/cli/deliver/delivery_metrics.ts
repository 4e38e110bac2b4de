import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Counter, Gauge, Registry } from "prom-client";
import type { DeliveryProgress } from "../../delivery/mod.ts";

/** A delivery whose figures are read each time that Prometheus asks. */
export interface MetricsSource {
  readonly progress: DeliveryProgress;
  /** Blocks from the oldest event that is not acknowledged to the newest; undefined where it is not known. */
  readonly lag: number | undefined;
}

/** Metrics by their names behind `alphadelta_delivery_`: the help text and a reader of the present value. */
type Figures = Readonly<Record<string, readonly [help: string, read: () => number]>>;

/** Metrics of a delivery, as Prometheus reads them at `/metrics`. */
export class DeliveryMetrics {
  readonly #registry = new Registry();
  readonly #attempts: Counter;
  #server: Server | undefined;
  #acknowledgedAt = 0;
  /** The attempt that was counted last. */
  #counted: DeliveryProgress["attempt"];

  constructor(source: MetricsSource) {
    this.#register(Counter, {
      events_total: ["Events acknowledged since the start.", () => source.progress.events],
      batches_total: ["Batches acknowledged since the start.", () => source.progress.batches],
    });
    this.#register(Gauge, {
      waiting_events: ["Events received and not acknowledged.", () => source.progress.waiting],
      lag_blocks: [
        "Blocks from the oldest event that is not acknowledged to the newest; NaN where it is not known.",
        () => source.lag ?? NaN,
      ],
      acknowledged_timestamp_seconds: [
        "When a batch was acknowledged last; 0 before the first.",
        () => this.#acknowledgedAt,
      ],
    });
    this.#attempts = new Counter({
      name: "alphadelta_delivery_attempts_total",
      help: "Attempts to send a batch, by status; none where nothing answered.",
      labelNames: ["acknowledged", "status"],
      registers: [this.#registry],
    });
  }

  #register(Metric: typeof Counter | typeof Gauge, figures: Figures): void {
    for (const [name, [help, read]] of Object.entries(figures))
      this.#registry.registerMetric(
        new Metric({
          name: `alphadelta_delivery_${name}`,
          help,
          registers: [],
          collect(this: Counter | Gauge) {
            // A counter has no method to set it.
            this.reset();
            this.inc(read());
          },
        }),
      );
  }

  /** Counts the attempt of `progress`, unless it was counted: progress also changes without one. */
  count({ attempt }: DeliveryProgress): void {
    if (!attempt || attempt === this.#counted) return;
    this.#counted = attempt;
    const { error, status = "none" } = attempt;
    this.#attempts.inc({ acknowledged: String(!error), status });
    if (!error) this.#acknowledgedAt = Date.now() / 1000;
  }

  /** Serves the metrics; resolves to their URL. */
  async listen(host: string, port: number): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === "/metrics") void this.#answer(response);
      else response.writeHead(404).end();
    });
    this.#server = server;
    server.listen(port, host);
    await once(server, "listening").catch(({ code = "" }: NodeJS.ErrnoException) => {
      // With another code the host is no address of this machine.
      const flag = ["EADDRINUSE", "EACCES"].includes(code) ? "--metrics-port" : "--metrics-host";
      throw new Error(
        `Cannot serve metrics at ${host} port ${port}: ${code}. Choose another ${flag}.`,
      );
    });
    const { address, port: boundPort, family } = server.address() as AddressInfo;
    return `http://${family === "IPv6" ? `[${address}]` : address}:${boundPort}/metrics`;
  }

  async #answer(response: ServerResponse): Promise<void> {
    const text = await this.#registry.metrics();
    response.writeHead(200, { "content-type": this.#registry.contentType }).end(text);
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }
}
