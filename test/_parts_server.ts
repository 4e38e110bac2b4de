/** Makes what all test files share, each part when the first file asks for it, until the process that started this one is gone. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type ArtifactName, folderOf } from "../scripts/artifacts.ts";
import { ROOT, runTool } from "../scripts/run_tool.ts";
import type { Parts } from "./_parts.ts";
import type { ChangedTree } from "./scripts/generate/_changed_trees.ts";

/** Makes each part. What starts it is loaded with it, since most runs of a single file need none. */
const MAKERS: { readonly [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  dist: () => build("dist", "build"),
  explorer: () => build("explorer", "explorer"),
  site: () => build("site", "docs"),
  // One run builds both.
  packed: () => get("site").then(() => folderOf("packed")),
  async tarball() {
    await Promise.all([get("dist"), get("packed"), get("explorer")]);
    return build("tarball", "tarball");
  },
  async chromium() {
    const { serveChromium } = await import("./_chromium.ts");
    const server = await serveChromium();
    closers.push(() => server.close());
    return server.wsEndpoint();
  },
  async cluster() {
    const { makeCluster } = await import("./_postgres.ts");
    const folder = await makeCluster();
    closers.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  },
  async postgres() {
    const { startPostgres } = await import("./_postgres.ts");
    // No test ends it, so nothing has to be on the disk.
    const settings = { fsync: "off", max_connections: "300" };
    const server = await startPostgres(settings, await get("cluster"));
    closers.push(() => server.close());
    return server.place;
  },
  async redis() {
    const { startRedis } = await import("./_redis.ts");
    const server = await startRedis("--databases", "256");
    closers.push(() => server.kill());
    return Number(new URL(server.url).port);
  },
  grown: () => changeTree("growTree"),
  renamed: () => changeTree("renameTree"),
};

const made = new Map<keyof Parts, Promise<unknown>>();
const closers: (() => Promise<unknown>)[] = [];

function get<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  const part = (made.get(name) ?? MAKERS[name]()) as Promise<Parts[Name]>;
  made.set(name, part);
  return part;
}

/** Makes a changed copy of the repository, which goes with the run. */
async function changeTree(how: "growTree" | "renameTree"): Promise<ChangedTree> {
  const trees = await import("./scripts/generate/_changed_trees.ts");
  const folder = await mkdtemp(join(ROOT, "test/.tmp-"));
  closers.push(() => rm(folder, { recursive: true, force: true }));
  return trees[how](folder);
}

/** Runs the script that builds `name` where that is stale; resolves to its folder. */
async function build(
  name: ArtifactName,
  script: string,
  ...flags: readonly string[]
): Promise<string> {
  const faults = await runTool("node", `scripts/${script}.ts`, "--if-stale", ...flags);
  if (faults !== "") throw new Error(`Cannot build ${name}:\n${faults}`);
  return folderOf(name);
}

// A connection that ends by itself would take a request with it that is just coming.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  get(request.url?.slice(1) as keyof Parts).then(
    (part) => response.end(JSON.stringify(part)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

// Ctrl-C reaches this process too, and the tests may go on for a while.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
await once(process, "disconnect");
await Promise.allSettled(made.values());
await Promise.allSettled(closers.map((close) => close()));
process.exit();
