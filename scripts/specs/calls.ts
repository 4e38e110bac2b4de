import { arrayAt, type Json, type JsonObject, objectAt, textAt } from "./json.ts";

/** URL template of a server, and the part of a path below it. */
export interface ServedPath {
  readonly url: string;
  readonly path: string;
}

/**
 * Splits the URL of the path `template` after the segment, which may stand in the server or in the path: versions of an
 * operation are paths of their own. `/v2/{segment}/blocks` on `{apiHost}` is `/blocks` on `{apiHost}/v2/{segment}`, and
 * `/v2/keys` there is `/keys` on `{apiHost}/v2`.
 */
export function servedPath(openapi: JsonObject, template: string): ServedPath {
  const item = objectAt(openapi, "paths", template);
  const url = serverUrl(item) || serverUrl(openapi);
  if (url.includes("{segment}")) return { url, path: template };
  const whole = /^\{\w+\}$/.test(url) ? /^(\/[^/]+)(\/.+)$/ : undefined;
  const parts = /^(.*?\/\{segment\})(\/.+)$/.exec(template) ?? whole?.exec(template);
  const [, head = "", path = template] = parts ?? [];
  return { url: url + head, path };
}

/** URL template of the one server of `holder`; empty where it has none. */
export function serverUrl(holder: Json | undefined): string {
  return textAt(arrayAt(holder, "servers")[0], "url");
}

/** The verbs of operations. */
export const VERBS = ["get", "post", "put", "patch", "delete"];

/** Tells whether a status is that of a refusal: neither a success nor 304. */
export function isRefusalStatus(status: string): boolean {
  return !/^(?:2|304$)/.test(status);
}
