import { readFile } from "node:fs/promises";
import type { ServiceResponse } from "../../request.ts";

/** Page that is shown while explorer and documentation are not built, which only a clone of the repository meets. */
interface UnbuiltPage {
  /** Title of the page that was asked for. */
  readonly title: "Explorer" | "Documentation";
  /** Base URL at which the service was reached. */
  readonly base: string;
  readonly segments: readonly string[];
  readonly build: BuildState;
}

/** State of the build that `npm start` begins; `none` where it has begun none, or has ended it. */
type BuildState = "running" | "failed" | "none";

/** Seconds after which the page is loaded again. */
const RELOAD = 2;

/** A plain page has a style in it, and loads nothing. */
export const PLAIN_PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
};

/** Answers with what is up, its endpoints and first commands; the page loads anew until the real one is there. */
export function answerUnbuilt(page: UnbuiltPage): ServiceResponse {
  const isWaiting = page.title === "Documentation" && page.build === "running";
  return {
    status: isWaiting ? 503 : 200,
    headers: isWaiting
      ? { ...PLAIN_PAGE_HEADERS, "Retry-After": String(RELOAD) }
      : PLAIN_PAGE_HEADERS,
    body: unbuiltPage(page),
  };
}

/** Whether the pages are being built: until they are, `.building` of the folder `site` has the number of the process. */
export async function readBuild(site: URL): Promise<BuildState> {
  const mark = await readFile(new URL(".building", site), "utf8").catch(() => "");
  if (mark === "") return "none";
  try {
    return process.kill(Number(mark), 0) ? "running" : "failed";
  } catch {
    return "failed";
  }
}

function unbuiltPage({ title, base, segments, build }: UnbuiltPage): string {
  const at = escapeHtml(base);
  const [first = ""] = segments.filter((segment) => segment.startsWith("delta")).concat(segments);
  const rows = segments.map(
    (segment) =>
      `<tr><th scope="row">${segment}</th><td><a href="${at}/v1/${segment}/chain/info">/v1/${segment}</a></td><td>/rpc/${segment}</td><td>/ws/${segment}</td></tr>`,
  );
  const state =
    build === "failed"
      ? "The pages could not be built: the console says why."
      : "The pages are not built.";
  const progress =
    build === "running"
      ? `<p role="status"><span class="dot"></span>${title === "Explorer" ? "The explorer" : "The documentation"} is being built, which takes some 20 seconds after the first start. It will replace this page.</p>`
      : `<p role="status">${state} Run <code>npm run explorer</code> and <code>npm run docs</code>; <code>npm start</code> does both. They will replace this page.</p>`;
  const refresh = `<meta http-equiv="refresh" content="${RELOAD}">`;
  return plainPage(
    title,
    `${refresh}
<main>
<h1>alphadelta</h1>
<p class="up">The service is up at <strong>${at}</strong></p>
${progress}
<h2>Endpoints</h2>
<div class="wide"><table>
<thead><tr><th scope="col">Segment</th><th scope="col">REST</th><th scope="col">JSON-RPC</th><th scope="col">WebSocket</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>
<h2>First commands</h2>
<pre>curl ${at}/v1/${first}/chain/info</pre>
<pre>npx alphadelta --endpoint ${at} --chain ${first} info</pre>
<pre>npx node examples/first_call.ts</pre>`,
  );
}

/** A page without scripts, in the face of the others. */
export function plainPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: alphadelta</title>
<style>${STYLE}</style>
${content}
</main>
</html>
`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#e2e5ec, #262d38); --muted: light-dark(#566071, #98a2b3); }
body { margin: 0; background: light-dark(#f6f7f9, #0d1014); color: light-dark(#141922, #e7eaf0); font: 14px/1.5 ui-sans-serif, system-ui, sans-serif; }
header { padding: 0 20px; border-bottom: 1px solid var(--line); }
nav a { margin-right: 20px; color: var(--muted); font-weight: 500; line-height: 52px; text-decoration: none; }
nav a:first-child { color: inherit; font-size: 16px; font-weight: 650; }
main { max-width: 760px; margin: 0 auto; padding: 48px 20px; }
h1 { margin: 0; font-size: 28px; }
h2 { margin: 32px 0 8px; font-size: 16px; }
.up { margin: 4px 0 20px; color: var(--muted); }
.up strong { color: light-dark(#0c6b47, #5fd3a1); font-weight: 600; }
.dot { display: inline-block; width: 8px; height: 8px; margin-right: 8px; border-radius: 50%; background: light-dark(#3446c9, #93a4ff); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; background: light-dark(#fff, #151a21); }
th, td { padding: 6px 12px; border: 1px solid var(--line); text-align: left; font-weight: 400; white-space: nowrap; }
thead th { color: var(--muted); }
a { color: light-dark(#3446c9, #93a4ff); }
pre, code { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { margin: 8px 0; padding: 12px; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; background: light-dark(#fff, #151a21); }
`;
