import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExampleService } from "../../../scripts/examples/example_chain.ts";
import { samplesOf as writeSamples } from "../../../scripts/docs/_code_samples.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { listen, type Listener } from "../../../src/service/mod.ts";
import { runNode } from "../../cli/_process.ts";
import { runCompiler } from "../_run.ts";
import { folderInRepository, ROOT } from "../_temporary_folder.ts";

/** A sample of the page. */
interface Sample {
  readonly of: string;
  readonly label: string;
  readonly source: string;
}

type Operation = Readonly<Record<string, unknown>> & {
  readonly operationId?: string;
  readonly "x-codeSamples"?: readonly Sample[];
};

const specs = await loadSpecs(ROOT);
const { paths } = pageDocument(specs, true) as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(paths)
  .flatMap((item) => Object.values(item))
  .filter(({ operationId }) => operationId !== undefined);
const samples: readonly Sample[] = operations.flatMap((operation) =>
  (operation["x-codeSamples"] ?? []).map((one) => ({ ...one, of: operation.operationId ?? "" })),
);

let listener: Listener;
let folder: string;
beforeAll(async () => {
  const service = await createExampleService({
    segments: ["alpha", "delta"],
    keylessTier: "Enterprise",
  });
  listener = await listen(service, { port: 0 });
  // Below the repository, so that a program finds the package by its name.
  folder = await folderInRepository();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await listener.close();
});

function served({ source }: Sample): string {
  return source.replaceAll("127.0.0.1:8645", new URL(listener.origin).host);
}

/** Devnet control needs a token, and clients lack it. */
function samplesOf(label: string): readonly Sample[] {
  return samples.filter((one) => one.label === label && !one.of.startsWith("dev_"));
}

test("every operation, method and topic has a sample for curl, for the client and for fetch", () => {
  const lacking = operations.filter(({ operationId = "", "x-codeSamples": own = [] }) => {
    return own.length !== (operationId.startsWith("dev_") ? 2 : 3);
  });
  expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  expect(operations.length).toBeGreaterThan(40);
});

test("every sample for the client compiles and runs", { timeout: 120_000 }, async () => {
  await mkdir(folder, { recursive: true });
  const programs = samplesOf("alphadelta");
  await Promise.all(programs.map((one) => writeFile(join(folder, `${one.of}.ts`), served(one))));
  // A live topic has nothing to tell while the chain stands still.
  const names = programs.flatMap(({ of }) =>
    of === "topic_pending_transactions" ? [] : [`./${of}.ts`],
  );
  const runner = names.map((name) => `await import("${name}");`).join("\n");
  await writeFile(
    join(folder, "all.ts"),
    `${runner}\nconsole.log("all ran");\nprocess.exit();\nexport {};\n`,
  );
  const project = join(folder, "tsconfig.json");
  const options = { noEmit: true, strict: true, skipLibCheck: true };
  await writeFile(
    project,
    JSON.stringify({
      extends: "../../tsconfig.json",
      compilerOptions: options,
      include: ["*.ts"],
      exclude: [],
    }),
  );
  const [compiled, ran] = await Promise.all([
    runCompiler("-p", project),
    runNode(join(folder, "all.ts")).ended,
  ]);
  expect(compiled.stdout).toBe("");
  expect(ran.stderr).toBe("");
  expect(ran.stdout).toContain("all ran");
});

test("every sample for fetch gets what its example shows", async () => {
  const Program = Object.getPrototypeOf(async () => undefined).constructor as new (
    ...args: string[]
  ) => (console: object) => Promise<void>;
  for (const one of samplesOf("fetch").filter(({ source }) => !source.includes("new WebSocket"))) {
    const printed: unknown[] = [];
    await new Program("console", served(one))({ log: (value: unknown) => printed.push(value) });
    expect(printed, one.of).not.toEqual([undefined]);
  }
});

test("every sample for curl is answered", async () => {
  for (const one of samplesOf("curl").filter(({ source }) => source.startsWith("curl"))) {
    const silent = served(one).replace("curl ", "curl -sS ");
    const { stdout } = await promisify(execFile)("sh", ["-c", silent]);
    const answer = JSON.parse(stdout) as { success?: boolean; result?: unknown };
    expect(answer.success ?? "result" in answer, `${one.of}: ${stdout}`).toBe(true);
  }
});

test("a method that takes its parameters by name alone is sent them by name", () => {
  const parameter = { in: "positional", required: true, types: ["string"], expected: "a string" };
  const names = ["from", "to"];
  const sent = writeSamples({
    ...{ kind: "method", name: "chain_count", segment: "delta", segments: ["delta"] },
    ...{ url: "http://127.0.0.1:8645/rpc/delta", isByName: true },
    fields: names.map((name) => ({
      info: { ...parameter, name, description: "A." },
      value: name.toUpperCase(),
    })) as never,
  });
  expect(sent.map(({ source }) => source)).toEqual([
    expect.stringContaining('delta.rpc.chain_count("FROM", "TO")'),
    expect.stringContaining('"params":{"from":"FROM","to":"TO"}'),
    expect.stringContaining('params: { from: "FROM", to: "TO" }'),
  ]);
});
