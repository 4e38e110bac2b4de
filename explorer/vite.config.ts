import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const SOURCE = fileURLToPath(new URL("../src/", import.meta.url));

/** Content security policy for a static host: nothing from elsewhere but responses of the chosen service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src http: https: ws: wss:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Writes two pages on the same files: `service.html`, which the service answers at `/` with a policy of its own, and
 * `index.html` for any static host, where the reader chooses the service. Beside them stands the icon for pages that name none.
 */
function twoPages(): Plugin {
  return {
    name: "two-pages",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return;
      const text = String(page.source);
      const service = text.replace("<html", '<html data-host="service"');
      this.emitFile({ type: "asset", fileName: "service.html", source: service });
      const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
      page.source = text.replace("<head>", `<head>\n    ${meta}`);
      const icon = readFileSync(`${FOLDER}favicon.ico`);
      this.emitFile({ type: "asset", fileName: "favicon.ico", source: icon });
    },
  };
}

export default defineConfig({
  root: FOLDER,
  // Addresses of files are relative, so that the folder can stand anywhere.
  base: "./",
  resolve: {
    alias: [
      { find: /^alphadelta$/, replacement: `${SOURCE}mod.ts` },
      { find: /^alphadelta\/(\w+)$/, replacement: `${SOURCE}$1/mod.ts` },
    ],
  },
  build: {
    outDir: "dist",
    target: "es2022",
    // A policy without `data:` takes no file that stands in another one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [twoPages()],
});
