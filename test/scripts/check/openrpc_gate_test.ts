import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openrpcFaults } from "../../../scripts/check/openrpc_gate.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

test("an independent reader of OpenRPC accepts the spec", async () => {
  expect(await openrpcFaults(await loadSpecs(ROOT))).toEqual([]);
});

test("an independent reader of OpenRPC refuses a method without a name", async () => {
  const specs = await loadSpecs(ROOT);
  const text = await readFile(`${ROOT}/openrpc.json`, "utf8");
  const broken = text.replace('"name": "chain_getInfo"', '"nom": "chain_getInfo"');
  const openrpc = new SpecFile("openrpc.json", broken);
  expect((await openrpcFaults({ ...specs, openrpc })).join()).toContain(
    "Error validating OpenRPC Document",
  );
});
