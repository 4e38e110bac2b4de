import { API_KEY_HEADER } from "../../generated/limits.gen.ts";
import type { ProbeRequest } from "./probe.ts";

/** The command that repeats a request; the key is taken from the environment. */
export function curlOf({ url, body }: ProbeRequest, hasKey: boolean): string {
  const key = hasKey ? [`-H "${API_KEY_HEADER}: $ALPHADELTA_KEY"`] : [];
  const json =
    body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`];
  return ["curl -s", ...key, ...json, quoted(url)].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
