import { hideTexts } from "./_hide_texts.ts";
import type { Outgoing } from "./_present_header.ts";
import type { TransportCall } from "./transport_call.ts";

/** Takes keys out of an error's texts: a runtime may show the URL there, and a service what it was sent. */
export function hideKey(
  error: unknown,
  { url, headers }: TransportCall<unknown>,
  sent: Outgoing | undefined,
): void {
  const { target, init } = sent ?? { target: url, init: { headers: headers ?? {} } };
  if (target === url && (!sent || init.headers === headers) && !url.includes("?")) return;
  const own = new URL(url);
  const to = new URL(typeof target === "string" ? target : target.url);
  const presented = new Headers(typeof target === "string" ? init.headers : target.headers);
  const known = [...Object.values(headers ?? {}), ...own.searchParams.values()];
  const added = [...presented.values(), ...to.searchParams.values()]
    .filter((value) => !known.includes(value))
    .flatMap((value) => [...value.split(" "), encodeURIComponent(value)]);
  hideTexts(error, [to.search, own.search, ...added]);
}
