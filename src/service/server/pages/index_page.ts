import { base64 } from "@scure/base";
import { SEGMENTS } from "../../../chains/mod.ts";
import { SERVERS } from "../../../generated/segments.gen.ts";
import { sha256 } from "../../crypto.ts";
import type { ChainContext, ServiceRequest, ServiceResponse } from "../../api/context/mod.ts";
import { requestOrigin } from "../../access/identity/mod.ts";
import type { PageParts } from "./page_parts.ts";

/** Keeps the heights fresh in place: a page that loads anew takes away what a person has selected to copy. */
const SCRIPT = `setInterval(async () => {
  const page = await fetch(location.href).then((response) => response.text()).catch(() => "");
  const heights = new DOMParser().parseFromString(page, "text/html").querySelectorAll("td.number");
  document.querySelectorAll("td.number").forEach((cell, at) => (cell.textContent = heights[at]?.textContent ?? "?"));
}, 2000);`;

const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${base64.encode(sha256(SCRIPT))}'`,
  "connect-src 'self'",
].join("; ");

/** Answers a page for a person with a browser: each chain with its height and endpoints, and where the docs are. */
export async function answerIndexPage(
  request: Pick<ServiceRequest, "header" | "peer">,
  { chains, trustedProxies }: Pick<PageParts, "chains" | "trustedProxies">,
): Promise<ServiceResponse> {
  const origin = requestOrigin(request, trustedProxies) ?? "http://127.0.0.1";
  const rows = await Promise.all([...chains.values()].map((chain) => row(chain, origin)));
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": POLICY,
    },
    body: page(rows.join("\n")),
  };
}

async function row({ selection, store }: ChainContext, origin: string): Promise<string> {
  const { segment } = selection;
  const { chain, network } = SEGMENTS[segment];
  const height = (await store.head())?.block.height ?? 0;
  const urlOf = (template: string): string =>
    escape(
      template
        .replace("{apiHost}", origin)
        .replace("{wsHost}", origin.replace("http", "ws"))
        .replace("{segment}", segment),
    );
  return `<tr><th scope="row">${chain} ${network}</th><td class="number">${height}</td>
<td title="REST"><code>${urlOf(SERVERS.rest)}</code></td>
<td title="JSON-RPC"><code>${urlOf(SERVERS.rpc)}</code></td>
<td title="WebSocket"><code>${urlOf(SERVERS.ws)}</code></td></tr>`;
}

function page(rows: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<title>alphadelta</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 3rem auto; max-width: 84rem; padding: 0 1rem; color: #1b1b22; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid #ddd; white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: .8125rem; background: #f2f2f5; padding: .1rem .3rem; border-radius: .25rem; user-select: all; }
@media (max-width: 82rem) {
  thead { display: none; }
  tr { display: block; padding: .75rem 0; border-bottom: 1px solid #8885; }
  th, td { border: 0; padding: .125rem 0; white-space: normal; overflow-wrap: anywhere; }
  th, td.number { display: inline-block; padding-right: .75rem; }
  td.number::before { content: "height "; }
  td[title] { display: block; }
  td[title]::before { content: attr(title); display: inline-block; width: 6rem; }
}
@media (prefers-color-scheme: dark) {
  body { background: #16161c; color: #e8e8ee; } th, td { border-color: #3a3a44; } code { background: #26262e; }
  a { color: #9db8ff; }
}
</style>
<h1>alphadelta</h1>
<p>Heights and endpoints of each chain and network. <a href="/docs">Documentation</a>,
<a href="/openapi.json">openapi.json</a>, <a href="/openrpc.json">openrpc.json</a>.</p>
<div class="scroll"><table>
<thead><tr><th scope="col">Chain</th><th scope="col" class="number">Height</th><th scope="col">REST</th>
<th scope="col">JSON-RPC</th><th scope="col">WebSocket</th></tr></thead>
<tbody>
${rows}
</tbody></table></div>
<script>${SCRIPT}</script>
</html>
`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
