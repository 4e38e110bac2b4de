import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { NODE_FLOOR, requireNode } from "../src/node_floor.ts";

test("an older Node is refused, with its version and what is needed", () => {
  for (const version of ["18.20.4", "20.20.2", "22.12.0"])
    expect(() => requireNode("create a client", version)).toThrow(
      `Cannot create a client in Node ${version}: it needs Node 22.13 or later, such as "npx -y node@24"`,
    );
});

test("the floor, newer versions and runtimes without a version are not refused", () => {
  for (const version of ["22.13.0", "22.20.1", "24.0.0", undefined])
    expect(() => requireNode("create a client", version)).not.toThrow();
});

test("the package and the README name the same floor", async () => {
  const read = (name: string): Promise<string> =>
    readFile(new URL(`../${name}`, import.meta.url), "utf8");
  const { engines } = JSON.parse(await read("package.json")) as { engines: { node: string } };
  expect(`Node ${engines.node.replace(">=", "")} or later`).toBe(NODE_FLOOR);
  expect((await read("README.md")).match(/Node \d[\d.]*(?: or later)?/g)).toEqual([NODE_FLOOR]);
});
