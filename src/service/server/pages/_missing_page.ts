import { RestServiceError } from "../../api/context/mod.ts";
import { answerError } from "../../api/rest/mod.ts";
import type { ServiceResponse } from "../../request.ts";
import type { StaticRequest } from "./_file_responses.ts";
import { escapeHtml, PLAIN_PAGE_HEADERS, plainPage } from "./_unbuilt_page.ts";

/** Answers that nothing is at a path: to a browser that opens it with a page of links, to others with JSON. */
export function answerMissing(
  { request, base = "", meta }: Omit<StaticRequest, "segments">,
  reason: string,
): ServiceResponse {
  const answer = answerError(new RestServiceError("NOT_FOUND", reason), meta);
  if (!request.header("accept")?.includes("text/html")) return answer;
  const at = escapeHtml(base);
  const content = `<header><nav aria-label="Site"><a href="${at}/">alphadelta</a> <a href="${at}/docs">API and guides</a> <a href="${at}/">Explorer</a></nav></header>
<main>
<h1>Not found</h1>
<p>${escapeHtml(reason)}.</p>`;
  const headers = { ...PLAIN_PAGE_HEADERS, Vary: "Accept" };
  return { ...answer, headers, body: plainPage("Not found", content) };
}
