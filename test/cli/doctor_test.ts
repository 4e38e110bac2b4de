import { execFile } from "node:child_process";
import { copyFile, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../src/cli/doctor/probe.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { generateIn } from "../scripts/generate/_generate_in.ts";
import { folderInRepository, ROOT } from "../scripts/_temporary_folder.ts";
import { DEVIATIONS, type Deviation, startDifferentService } from "./_different_service.ts";
import { runInProcess } from "./_run_in_process.ts";

let service: TestService<"alpha" | "delta">;
beforeAll(async () => {
  service = await startService({ mode: "interval", blockTime: 0.1, history: 60, traffic: true });
});
afterAll(() => service.close());

async function doctor(
  url: string,
  chain: string,
  ...more: readonly string[]
): Promise<{ readonly code: number | null; readonly findings: readonly Finding[] }> {
  const args = ["doctor", url, "--chain", chain, "--tier", "Enterprise", "--json", ...more];
  const { code, stdout } = await runInProcess(args);
  return { code, findings: JSON.parse(stdout) };
}

/** What was found, as `subject|aspect|path`. */
function found(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ subject, aspect, verdict, differences }) =>
    verdict === "missing"
      ? [`${subject}|${aspect}|missing`]
      : differences.map(({ path }) => `${subject}|${aspect}|${path}`),
  );
}

describe("the doctor finds", () => {
  test.each(["alpha", "delta"])("nothing at our service on %s", async (chain) => {
    const { code, findings } = await doctor(service.url, chain, "--events", "1");
    expect(found(findings)).toEqual([]);
    expect(code).toBe(0);
    expect(findings.length).toBeGreaterThan(70);
    const untried = findings.filter(({ verdict }) => verdict === "not tried");
    expect(untried.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["requestKey", "tx_sendRawTransaction"]),
    );
    const events = findings.filter(({ aspect }) => aspect === "an event");
    expect(events.find(({ subject }) => subject === "blocks")?.verdict).toBe("as specified");
  });

  test("an injected fault, and nothing beside it", async () => {
    const at = { path: "/v1/delta/chain/stats", probability: 1 } as const;
    service.faults.set([{ ...at, kind: "status", status: 500 }]);
    const { code, findings } = await doctor(service.url, "delta", "--events", "0");
    service.faults.set([{ ...at, kind: "drop" }]);
    const dropped = await doctor(service.url, "delta", "--events", "0");
    service.faults.clear();
    expect([...new Set(findings.filter(isFound).map(({ subject }) => subject))]).toEqual([
      "getChainStats",
    ]);
    expect(found(dropped.findings)).toEqual(["getChainStats||"]);
    expect([code, dropped.code]).toEqual([1, 1]);
  });

  test("twenty known deviations of another service, and invents none", async () => {
    const deviations: readonly Deviation[] = Object.values(DEVIATIONS);
    expect(deviations).toHaveLength(20);
    const different = await startDifferentService(service.fetch, deviations);
    const { code, findings } = await doctor(different.url, "delta");
    different.server.close();
    expect(found(findings).toSorted()).toEqual(deviations.flatMap(({ finds }) => finds).toSorted());
    expect(code).toBe(1);
    const size = findings
      .flatMap(({ differences }) => differences)
      .find(({ path }) => path === "data.size");
    expect(size?.specified).toBe(false);
    const amount = findings
      .flatMap(({ differences }) => differences)
      .find(({ path }) => path === "data.gasUsed");
    expect(amount?.specified).toBe(true);
  });

  test("that a segment is not served", async () => {
    const { code, findings } = await doctor(service.url, "delta-testnet");
    expect(findings).toEqual([expect.objectContaining({ subject: "segment", verdict: "missing" })]);
    expect(code).toBe(0);
  });
});

test("each finding comes with the request that repeats it", async () => {
  const { findings } = await doctor(service.url, "delta", "--events", "0");
  const [info] = findings;
  const { stdout } = await promisify(execFile)("sh", ["-c", info?.request ?? ""]);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { chain: "delta" } });
  const nonce = findings.find(({ subject }) => subject === "account_getNonce");
  const answer = await promisify(execFile)("sh", ["-c", nonce?.request ?? ""]);
  expect(JSON.parse(answer.stdout)).toMatchObject({ jsonrpc: "2.0", result: expect.anything() });
});

test("the report for people counts the verdicts and names what differs", async () => {
  const deviation = DEVIATIONS["a height as a string"] as Deviation;
  const { url, server } = await startDifferentService(service.fetch, [deviation]);
  const { stdout, stderr } = await runInProcess([
    "doctor",
    url,
    "--chain",
    "delta",
    "--tier",
    "Enterprise",
  ]);
  server.close();
  expect(stdout).toMatch(/^delta: \d+ as specified, 1 differs, 1 missing, 2 not tried\n/);
  expect(stdout).toMatch(
    /\n {2}differs {7}getChainInfo\n {16}data\.blockHeight: expected a number, got "9+" \(\d characters\) \[specified\]\n/,
  );
  expect(stdout).toContain(`                $ curl -s '${url}/v1/delta/chain/info'\n`);
  expect(stderr).toMatch(/^error: 2 of \d+ probes differ from what the interface specifies\.\n$/);
});

test("a proposed patch of the specs is one that git applies and the generator accepts", async () => {
  const deviations = ["a field left out", "a field that is added"].map(
    (name) => DEVIATIONS[name] as Deviation,
  );
  const { url, server } = await startDifferentService(service.fetch, deviations);
  const folder = await folderInRepository();
  try {
    for (const file of ["openapi.yaml", "openrpc.json"])
      await copyFile(join(ROOT, file), join(folder, file));
    const patch = join(folder, "proposed.patch");
    const flags = "--chain delta --tier Enterprise --events 0 --patch";
    const args = ["doctor", url, ...flags.split(" "), patch, "--specs", folder];
    const { stderr } = await runInProcess(args);
    expect(stderr).toContain(`Wrote 2 proposed changes to ${patch}`);
    // The folder stands for a repository of its own.
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
    await promisify(execFile)("git", ["apply", patch], { cwd: folder, env });
    await generateIn(folder);
    const schemas = await readFile(join(folder, "src/generated/client/types.gen.ts"), "utf8");
    expect(schemas).toMatch(/\n {4}size\?: /);
    expect(schemas).toMatch(/\n {4}totalStaked\?: /);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});

function isFound({ verdict }: Finding): boolean {
  return verdict === "differs" || verdict === "missing";
}
