import { setImmediate } from "node:timers/promises";
import { createService, listen, type Listener, type Service } from "../../src/service/mod.ts";
import type { ServiceOptions } from "../../src/service/mod.ts";
import type { Clock } from "../../src/transport/mod.ts";
import { type UpstreamOptions, upstreamOf } from "../../src/upstream/mod.ts";
import { ManualClock } from "../_manual_clock.ts";

/** A response, its body read. */
export interface Read {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of `data`, between its name and `meta`. */
  readonly data: string;
}

/** A gateway in front of a service on this machine. */
export interface Gateway {
  readonly service: Service;
  readonly upstream: Service;
  readonly listener: Listener;
  /** Paths that the gateway has requested, the latest last. */
  readonly asked: string[];
  read(path: string, init?: RequestInit): Promise<Read>;
  /** The answers of the gateway and of its upstream to one request. */
  both(path: string, init?: RequestInit): Promise<readonly [own: Read, upstream: Read]>;
  /** Waits until the gateway has seen the upstream's newest block. */
  caughtUp(): Promise<void>;
  /** Lets the gateway listen too. */
  listen(): Promise<Listener>;
  close(): Promise<void>;
}

/** Options of a gateway for tests, and of the service behind it. */
export interface GatewayOptions {
  /** Time of the gateway at its upstream; by default it passes only while a response is waited for. */
  readonly clock?: Clock;
  readonly upstream?: Partial<UpstreamOptions>;
  readonly gateway?: ServiceOptions;
  readonly behind?: ServiceOptions;
}

const QUIET = { mode: "manual", traffic: false, keylessTier: "Enterprise" } as const;

export async function openGateway(options: GatewayOptions = {}): Promise<Gateway> {
  const upstream = await createService({
    ...{ segments: ["delta"], history: 12, log: () => undefined, ...QUIET },
    ...options.behind,
  });
  const listener = await listen(upstream, { port: 0 });
  const asked: string[] = [];
  const { clock = new ManualClock(Date.now()) } = options;
  const passing = <Value>(work: Promise<Value>): Promise<Value> =>
    clock instanceof ManualClock ? clock.until(work) : work;
  const opening = createService({
    ...{ segments: upstream.segments, keylessTier: "Enterprise", log: () => undefined },
    upstream: upstreamOf({
      endpoints: listener.origin,
      tier: "Enterprise",
      fetch(input, init) {
        asked.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
      clock,
      ...options.upstream,
    }),
    ...options.gateway,
  });
  const service = await passing(opening);
  let own: Listener | undefined;
  const read = async (at: Service, path: string, init?: RequestInit): Promise<Read> => {
    const response = await passing(at.fetch(`http://service.test${path}`, init));
    const text = await response.text();
    const data = /^\{"success":true,"data":(.*),"meta":\{[^}]*\}\}$/s.exec(text)?.[1] ?? "";
    return { status: response.status, headers: response.headers, text, data };
  };
  return {
    ...{ service, upstream, listener, asked },
    read: (path, init) => read(service, path, init),
    both: async (path, init) => [await read(service, path, init), await read(upstream, path, init)],
    async caughtUp() {
      for (const segment of upstream.segments) {
        const other = await read(upstream, `/v1/${segment}/blocks?limit=1`);
        const line = `${segment}: height ${JSON.parse(other.data).blocks[0].number}, events live`;
        while (!(await read(service, "/readyz")).text.includes(line)) await setImmediate();
      }
    },
    async listen() {
      own = await listen(service, { port: 0, stopTimeout: 1_000 });
      return own;
    },
    async close() {
      await passing((own ?? service).close());
      await listener.close();
    },
  };
}
