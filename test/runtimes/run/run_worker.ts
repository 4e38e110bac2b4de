import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

// Run by `npx -p miniflare`, which puts the package's folder first among those of programs.
const [, , script = "", world = ""] = process.argv;
const [bin = ""] = (process.env["PATH"] ?? "").split(delimiter);
const load = createRequire(join(bin, "../resolve.js"));
const { Miniflare } = load("miniflare") as { Miniflare: new (options: object) => Worker };

interface Worker {
  dispatchFetch(url: string, init: object): Promise<Response>;
  dispose(): Promise<void>;
}

const worker = new Miniflare({
  modules: true,
  scriptPath: script,
  compatibilityDate: "2026-07-01",
});
try {
  const response = await worker.dispatchFetch("http://suite.test/", {
    method: "POST",
    body: world,
  });
  console.log(await response.text());
} finally {
  await worker.dispose();
}
