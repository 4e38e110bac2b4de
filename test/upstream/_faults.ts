import { cpSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Listener, Service, ServiceOptions } from "../../src/service/mod.ts";
import type { FaultProxy } from "../fault_proxy.ts";

/** Services that a proxy may lead to, by port: the right one, and what an upstream that fails or lies is. */
export interface Places {
  readonly right: number;
  readonly closed: number;
  readonly otherChain: number;
  readonly olderHead: number;
  readonly brokenJson: number;
}

/** What happens to an upstream; it resolves to what ends that. */
type Fault = (proxy: FaultProxy, places: Places) => Promise<() => Promise<void>>;

/** Milliseconds between two cuts of all connections. */
const CUT_EVERY = 150;

/** Milliseconds from the end of a service until another one listens at its address. */
const RESTART = 50;

/** The faults of an upstream by name. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  killed: leadTo("closed"),
  stalled: async (proxy) => {
    proxy.isStalled = true;
    return async () => {
      proxy.isStalled = false;
      // What was swallowed never arrives.
      proxy.cutAll();
    };
  },
  cut: async (proxy) => {
    proxy.cutAll();
    const timer = setInterval(() => proxy.cutAll(), CUT_EVERY);
    return async () => clearInterval(timer);
  },
  "another chain": leadTo("otherChain"),
  "an older head": leadTo("olderHead"),
  "broken JSON": leadTo("brokenJson"),
};

/** Leads to another place until it ends. */
function leadTo(place: keyof Places): Fault {
  return async (proxy, places) => {
    await restart(proxy, places, place);
    return () => restart(proxy, places, "right");
  };
}

async function restart(proxy: FaultProxy, places: Places, as: keyof Places): Promise<void> {
  proxy.target = places.closed;
  proxy.cutAll();
  await setTimeout(RESTART);
  proxy.target = places[as];
}

/** A service that listens. */
export interface Served {
  readonly service: Service;
  readonly listener: Listener;
}

/** Port where nothing listens. */
const CLOSED = 9;

/**
 * Opens the places: a service of delta, one of the same chain as it was before, one of another chain, and what answers every
 * request with JSON that breaks off.
 *
 * @param making Options of those that make blocks.
 */
export async function openPlaces(
  open: (options: ServiceOptions) => Promise<Served>,
  folder: string,
  making: ServiceOptions = {},
): Promise<{ readonly right: Served; readonly places: Places; readonly close: () => void }> {
  const [data, copy] = [join(folder, "chain"), join(folder, "older")];
  const first = await open({ data });
  await first.listener.close();
  cpSync(data, copy, { recursive: true });
  const older = await open({ data: copy });
  const right = await open({ data, ...making });
  const other = await open({ seed: 5, ...making });
  const liar = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end('{"success":true,"data":{"number":1,"ha');
  });
  await new Promise<void>((resolve) => liar.listen(0, "127.0.0.1", resolve));
  const portOf = ({ listener }: Served): number => Number(new URL(listener.origin).port);
  const places = {
    ...{ right: portOf(right), closed: CLOSED },
    ...{ otherChain: portOf(other), olderHead: portOf(older) },
    brokenJson: (liar.address() as AddressInfo).port,
  };
  const close = (): void => {
    liar.close();
    liar.closeAllConnections();
  };
  return { right, places, close };
}
