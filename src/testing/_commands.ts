import { type Segment, SEGMENTS } from "../chains/mod.ts";
import type { DevControl, FaultRule, Service } from "../service/mod.ts";
import type { Address, Amount, Hex } from "../units/mod.ts";
import type { TestService } from "./test_service.ts";

/** Methods of a test service that control its chains and faults. */
export type Commands<S extends Segment> = Pick<
  TestService<S>,
  "dev" | "faults" | "fund" | "mine" | "reorganise" | "revert" | "snapshot"
>;

/** Implements the control methods of a service with these segments. */
export function commandsOf<S extends Segment>(
  service: Service,
  segments: readonly S[],
): Commands<S> {
  const dev = (segment: S): DevControl => service.dev(segment);
  async function each(work: (of: DevControl) => Promise<unknown>, segment?: S): Promise<void> {
    for (const name of segment === undefined ? segments : [segment]) await work(dev(name));
  }
  // Faults apply to the whole service, whichever segment sets them.
  const setFaults = (rules: readonly FaultRule[]): void =>
    segments.slice(0, 1).forEach((name) => dev(name).setFaults(rules));
  return {
    dev,
    faults: { set: setFaults, clear: () => setFaults([]) },
    mine: (count = 1, segment) => each((of) => of.mine(count), segment),
    reorganise: (depth, segment) => each((of) => of.reorganise(depth), segment),
    fund: async (address, amount, segment = segmentOf(address, segments)) =>
      pay(dev(segment), address, amount),
    async snapshot() {
      const taken: [name: string, id: string][] = [];
      for (const name of segments) taken.push([name, await dev(name).snapshot()]);
      return Object.fromEntries(taken);
    },
    async revert(snapshot) {
      for (const name of segments) await dev(name).revert(snapshot[name] ?? "none");
    },
  };
}

/** The only served segment whose address prefix matches. */
function segmentOf<S extends Segment>(address: Address, segments: readonly S[]): S {
  const takers = segments.filter((name) => address.startsWith(SEGMENTS[name].addressPrefix));
  const [segment] = takers;
  if (segment !== undefined && takers.length === 1) return segment;
  throw new RangeError(
    takers.length > 1
      ? `Cannot fund ${address}: name one of the segments that it fits, ${takers.join(", ")}`
      : `Cannot fund ${address}: it fits none of the served segments, ${segments.join(", ")}`,
  );
}

/** Sends the payment and produces the block that contains it. */
async function pay(dev: DevControl, address: Address, amount: Amount): Promise<Hex> {
  const outcome = await dev.fund(address, amount);
  if (!("txHash" in outcome)) throw new Error(`Cannot fund ${address}: ${outcome.reason}`);
  await dev.mine();
  return outcome.txHash;
}
