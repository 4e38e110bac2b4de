import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type MetricsSources, ServiceMetrics } from "../src/service/server/metrics/mod.ts";
import { requireProgram } from "./_programs.ts";
import { openGateway } from "./upstream/_served.ts";

const run = promisify(execFile);
const DEPLOY = join(import.meta.dirname, "../deploy");

/** Series, and the alerts that they give. */
const EXPECTED = join(import.meta.dirname, "deploy_alerts.yaml");

const SOURCES: MetricsSources = {
  chains: [],
  sessions: new Set(),
  addressRoom: { total: 0 },
  adapters: new Set(),
  limiter: { size: 0 },
  fleet: {
    isProducer: true,
    gateways: 1,
    connections: { total: 1, idle: 1, waiting: 0 },
    limitsFailure: undefined,
  },
};

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly { readonly alert: string; readonly expr: string }[];
  }[];
}

let folder: string;
let dashboard: Dashboard;
let alerts: Alerts;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "deploy-"));
  dashboard = JSON.parse(await readFile(join(DEPLOY, "dashboard.json"), "utf8")) as Dashboard;
  alerts = parse(await readFile(join(DEPLOY, "alerts.yaml"), "utf8")) as Alerts;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Names of metrics in an expression; what follows `by` or `on`, labels and functions are none. */
function metricsIn(expr: string): string[] {
  const bare = expr.replaceAll(
    /\{[^}]*\}|\[[^\]]*\]|\b(?:by|on|group_right|group_left) ?\([^)]*\)/g,
    " ",
  );
  return [...bare.matchAll(/\b(?:alphadelta|process|nodejs)_\w+/g)].map(([name]) => name);
}

/** The metrics of a process of a fleet, and those of a gateway in front of a service with limits. */
async function allMetrics(): Promise<string> {
  const gateway = await openGateway({ upstream: { tier: "Public" } });
  const { text } = await gateway.read("/metrics", { headers: { Host: "localhost" } });
  await gateway.close();
  return `${await new ServiceMetrics().write(SOURCES)}${text}`;
}

test("alerts and dashboard name metrics that some process has, and each panel some", async () => {
  const text = await allMetrics();
  const kinds = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind]) => [name, kind]),
  );
  const isKnown = (name: string): boolean =>
    kinds.has(name) || kinds.get(name.replace(/_(?:bucket|sum|count)$/, "")) === "histogram";
  const rules = alerts.groups
    .flatMap((group) => group.rules)
    .filter(({ alert }) => alert !== "AlphadeltaAway");
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [title, expr] as const),
    ),
  ];
  for (const [name, expr] of expressions) {
    expect(metricsIn(expr), name).not.toEqual([]);
    expect(
      metricsIn(expr).filter((metric) => !isKnown(metric)),
      name,
    ).toEqual([]);
  }
});

test("Prometheus takes the alerts, and the expressions of the dashboard", async () => {
  const rules = dashboard.panels.flatMap(({ targets }) =>
    targets.map(({ expr }, index) => ({
      record: `panel:${index}`,
      expr: expr.replaceAll("$__rate_interval", "5m"),
    })),
  );
  const panels = join(folder, "panels.json");
  await writeFile(panels, JSON.stringify({ groups: [{ name: "panels", rules }] }));
  const { stdout } = await run(requireProgram("promtool"), [
    "check",
    "rules",
    "--lint=none",
    join(DEPLOY, "alerts.yaml"),
    panels,
  ]);
  expect(stdout).toContain(`SUCCESS: ${rules.length} rules found`);
});

test("each alert fires for what is bad, and for nothing else", async () => {
  const text = await readFile(EXPECTED, "utf8");
  const names = alerts.groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect([...text.matchAll(/alertname: (\w+)/g)].map(([, name]) => name)).toEqual(names);
  const { stdout } = await run(requireProgram("promtool"), ["test", "rules", EXPECTED]);
  expect(stdout).toContain("SUCCESS");
});

describe("systemd takes", async () => {
  const units = (await readdir(DEPLOY)).filter((name) => name.endsWith(".service"));

  test.each(units)("%s", async (unit) => {
    const copy = join(folder, basename(unit));
    await copyFile(join(DEPLOY, unit), copy);
    // The package is not installed here.
    const text = await readFile(copy, "utf8");
    await writeFile(
      copy,
      text.replaceAll("/opt/alphadelta/node_modules/.bin/alphadelta", "/bin/true"),
    );
    expect(await run(requireProgram("systemd-analyze"), ["verify", copy])).toEqual({
      stdout: "",
      stderr: "",
    });
  });
});
