import { expect, test } from "vitest";
import { clientPages } from "../../../scripts/docs/client_pages.ts";
import { pageDocument } from "../../../scripts/docs/page_document.ts";
import { publishOpenrpc } from "../../../scripts/docs/publish.ts";
import { bundleOpenrpc } from "../../../scripts/specs/bundle_openrpc.ts";
import { arrayAt, type JsonObject, objectAt } from "../../../scripts/specs/json.ts";
import { SpecFile } from "../../../scripts/specs/spec_file.ts";
import { loadSpecs } from "../../../scripts/specs/specs.ts";
import { ROOT } from "../_temporary_folder.ts";
import { renameInOpenapi, renameInOpenrpc } from "../generate/_renames.ts";

/** Any part of the page's document. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

const specs = await loadSpecs(ROOT);

function pageWith(hasLibrary: boolean): JsonObject {
  return pageDocument(specs, hasLibrary);
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

test("samples and client lines name the segments, servers, topics and calls of the specs", () => {
  const { openapi, openrpc } = specs;
  const moved = (text: string): string =>
    text
      .replaceAll("127.0.0.1:8645", "api.example:9000")
      .replaceAll("{apiHost}/v1", "{apiHost}/chains/v2")
      .replaceAll("{host}/rpc/", "{host}/call/")
      .replaceAll("{host}/ws/", "{host}/live/")
      .replaceAll('"/v1', '"/chains/v2')
      .replaceAll("X-Dev-Token", "X-Control");
  const renamed = {
    openapi: new SpecFile(openapi.file, moved(renameInOpenapi(openapi.text))),
    openrpc: new SpecFile(openrpc.file, moved(renameInOpenrpc(openrpc.text))),
  };
  const { paths } = pageDocument(renamed, true) as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Loose>>>>;
  };
  const texts = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ "x-codeSamples": samples = [], description }) => [
      ...samples.map(({ source }: Loose) => source),
      ...(/^Client: .*$/m.exec(description) ?? []),
    ]);
  texts.push(...clientPages(renamed).values());
  const own = /"delta"|delta-main\.|8645|\/v1|\/rpc\/|\/ws\/|chain_subscribe\b|X-Dev-Token/;
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.flatMap((text: string) => own.exec(text)?.[0] ?? [])).toEqual([]);
  expect(texts.join("\n")).toContain(
    'const delta = createClient("delta-main", { endpoints: "http://api.example:9000" });',
  );
  const published = publishOpenrpc(
    bundleOpenrpc(renamed),
    objectAt(renamed.openapi.value, "x-segments"),
  );
  expect(arrayAt(published, "servers")[0]).toMatchObject({
    url: "http://api.example:9000/call/delta-main",
  });
});
