import { expect, test } from "vitest";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { bundleOpenrpc } from "../../../scripts/specs/bundle_openrpc.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import type { JsonObject } from "../../../scripts/specs/json.ts";
import { ROOT } from "../_temporary_folder.ts";

const specs = await loadSpecs(ROOT);

function pageWith(hasLibrary: boolean): JsonObject {
  return pageDocument(specs.openapi.value, bundleOpenrpc(specs), hasLibrary);
}

test("the page links to the guides and the library only where they stand beside it", () => {
  expect(JSON.stringify(pageWith(true))).toContain("(library/index.html)");
  expect(JSON.stringify(pageWith(false))).not.toContain("library/");
});

test("the page's servers are URLs as they are, those of the chains that have the path", () => {
  const { servers, paths } = pageWith(false) as Record<string, unknown> & {
    readonly paths: Record<string, { readonly servers?: { readonly url: string }[] }>;
  };
  const urlsOf = (path: string): string[] => (paths[path]?.servers ?? []).map(({ url }) => url);
  expect(JSON.stringify([servers, paths])).not.toMatch(/"url":"[^"]*\{/);
  expect(urlsOf("/keys")).toEqual(["http://127.0.0.1:8645/v1"]);
  expect(urlsOf("/validators").map((url) => url.split("/").at(-1))).toEqual([
    "delta",
    "delta-testnet",
  ]);
  expect(urlsOf("/#alpha_getRecord")).toEqual([
    "http://127.0.0.1:8645/rpc/alpha",
    "http://127.0.0.1:8645/rpc/alpha-testnet",
  ]);
  expect(urlsOf("/#serial_numbers")).toEqual([
    "ws://127.0.0.1:8645/ws/alpha",
    "ws://127.0.0.1:8645/ws/alpha-testnet",
  ]);
});
