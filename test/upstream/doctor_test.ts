import { afterEach, expect, test } from "vitest";
import type { Finding } from "../../src/cli/doctor/probe.ts";
import { runInProcess } from "../cli/_run_in_process.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "./_served.ts";

let gateway: Gateway;
afterEach(() => gateway.close());

async function verdictsOf(origin: string): Promise<readonly string[]> {
  const args = ["doctor", origin, "--chain", "delta", "--tier", "Enterprise", "--json"];
  const { stdout } = await runInProcess(args);
  const findings: readonly Finding[] = JSON.parse(stdout);
  return findings.map(({ subject, aspect, verdict }) => `${subject}, ${aspect}: ${verdict}`);
}

test("doctor finds at a gateway what it finds at the service behind it", async () => {
  gateway = await openGateway({
    clock: SYSTEM_CLOCK,
    behind: { mode: "interval", blockTime: 0.1, history: 60, traffic: true },
  });
  const { origin } = await gateway.listen();
  const [own, upstream] = await Promise.all([
    verdictsOf(origin),
    verdictsOf(gateway.listener.origin),
  ]);
  expect(own).toEqual(upstream);
  expect(upstream.length).toBeGreaterThan(50);
});
