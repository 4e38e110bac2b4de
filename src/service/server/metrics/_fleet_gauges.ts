import { Gauge, type Registry } from "prom-client";
import type { FleetStatus, MetricsSources } from "./metrics_sources.ts";

/** Measurements of the fleet by one of its processes. */
export class FleetGauges {
  readonly #terms: Gauge<"segment">;
  readonly #readAges: Gauge<"segment">;
  readonly #connections: Gauge<"state">;
  readonly #gateways: Gauge;
  readonly #sharedLimits: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#terms = new Gauge({
      name: "alphadelta_lease_term",
      help: "Lease term in which this process produces blocks; 0 if another process does.",
      labelNames: ["segment"],
      registers,
    });
    this.#readAges = new Gauge({
      name: "alphadelta_database_read_age_seconds",
      help: "Time since the last read of the database.",
      labelNames: ["segment"],
      registers,
    });
    this.#connections = new Gauge({
      name: "alphadelta_database_connections",
      help: "Database connections by state, and calls that wait for one.",
      labelNames: ["state"],
      registers,
    });
    this.#gateways = new Gauge({
      name: "alphadelta_gateways",
      help: "Processes that answer requests for these chains.",
      registers,
    });
    this.#sharedLimits = new Gauge({
      name: "alphadelta_limits_shared",
      help: "1 while all gateways share the rate limits, 0 while each enforces its own part.",
      registers,
    });
  }

  /** Measures a fleet and its chains at this moment. */
  measure(fleet: FleetStatus, chains: MetricsSources["chains"]): void {
    for (const [segment, { shared }] of chains) {
      this.#terms.set({ segment }, shared?.term ?? 0);
      this.#readAges.set({ segment }, shared?.age ?? 0);
    }
    const { total, idle, waiting } = fleet.connections;
    this.#connections.set({ state: "busy" }, total - idle);
    this.#connections.set({ state: "idle" }, idle);
    this.#connections.set({ state: "waiting" }, waiting);
    this.#gateways.set(fleet.gateways);
    this.#sharedLimits.set(fleet.limitsFailure === undefined ? 1 : 0);
  }
}
