import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openrpcFaults } from "../../../scripts/check/openrpc_gate.ts";
import { loadDocuments } from "../../../scripts/documents/documents.ts";
import { SourceDocument } from "../../../scripts/documents/source_document.ts";

const ROOT = new URL("../../..", import.meta.url).pathname;

test("an independent reader of OpenRPC accepts the document", async () => {
  expect(await openrpcFaults(await loadDocuments(ROOT))).toEqual([]);
});

test("an independent reader of OpenRPC refuses a method without a name", async () => {
  const documents = await loadDocuments(ROOT);
  const text = await readFile(`${ROOT}/openrpc.json`, "utf8");
  const broken = text.replace('"name": "chain_getInfo"', '"nom": "chain_getInfo"');
  const openrpc = new SourceDocument("openrpc.json", broken);
  expect((await openrpcFaults({ ...documents, openrpc })).join()).toContain(
    "Error validating OpenRPC Document",
  );
});
