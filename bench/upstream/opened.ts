import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createService, listen, type Listener, type Service } from "../../src/service/mod.ts";
import type { ServiceOptions } from "../../src/service/mod.ts";
import { FaultProxy } from "../../test/fault_proxy.ts";
import { endPinned, type Pinned, startServe } from "../_pinned.ts";

/** A service of delta in this process. */
export interface OpenedDevnet {
  readonly service: Service;
  readonly listener: Listener;
}

/** Resources of a part, closed at its end. */
export class Opened {
  readonly folder: string = mkdtempSync(join(tmpdir(), "bench-upstream-"));
  readonly #closes: (() => unknown)[] = [() => rmSync(this.folder, { recursive: true })];

  /** Starts `alphadelta serve` of delta, as a process of its own; anyone may send it as much as they like. */
  async serve(flags: readonly string[], profile?: string): Promise<Pinned> {
    const open = ["--chain", "delta", "--keyless-tier", "Enterprise"];
    const log = join(this.folder, "log");
    const server = await startServe(log, { flags: [...open, ...flags], profile });
    this.#closes.push(() => endPinned(server));
    return server;
  }

  /** Starts a gateway, as a process of its own. */
  gateway(upstreams: readonly string[], ...flags: readonly string[]): Promise<Pinned> {
    return this.serve([...upstreams.flatMap((url) => ["--upstream", url]), ...flags]);
  }

  /** Opens a service of delta in this process. */
  async devnet(options: ServiceOptions = {}): Promise<OpenedDevnet> {
    const quiet = { segments: ["delta"], history: 30, mode: "manual", traffic: false } as const;
    const own = { keylessTier: "Enterprise", log: () => undefined } as const;
    const service = await createService({ ...quiet, ...own, ...options });
    const listener = await listen(service, { port: 0, stopTimeout: 500 });
    this.#closes.push(() => listener.close());
    return { service, listener };
  }

  async proxy(target: string): Promise<FaultProxy> {
    const proxy = await FaultProxy.open(target);
    this.#closes.push(() => proxy.close());
    return proxy;
  }

  /** Closes what else is open at the end. */
  onClose(close: () => unknown): void {
    this.#closes.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closes.splice(0).toReversed()) await close();
  }
}

/** Runs a part and closes what it opened, also where it fails. */
export async function withOpened<Result>(
  run: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = new Opened();
  try {
    return await run(opened);
  } finally {
    await opened.close();
  }
}

/** A metric of a service: its values by their labels. */
export async function metricsOf(origin: string, name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf("} ");
      return [line.slice(name.length + 1, end), Number(line.slice(end + 2))];
    }),
  );
}

/** The sum of a metric over all labels. */
export async function metricOf(origin: string, name: string): Promise<number> {
  return sum((await metricsOf(origin, name)).values());
}

/** Segments of a gateway whose events are live. */
export async function liveOf(origin: string): Promise<number> {
  const ready = await (await fetch(`${origin}/readyz`)).text();
  return ready.match(/events live/g)?.length ?? 0;
}

export function sum(values: Iterable<number>): number {
  return [...values].reduce((left, right) => left + right, 0);
}

/** Resolves once a condition holds. */
export async function until(holds: () => unknown, most = 30_000): Promise<void> {
  const end = Date.now() + most;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${most} ms: ${holds.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
