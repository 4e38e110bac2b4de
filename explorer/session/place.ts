import type { Segment } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";

/** Name in the tab's storage under which the key of an endpoint is kept. */
const KEY_PREFIX = "alphadelta.key ";
/** A name or address. Browsers take more for one, such as spaces. */
const HOST = /^(?:[\w.-]+|\[[\da-f:]+\])$/;
/** Parameter of the address that names another endpoint; a page that a service answers ignores it. */
const ENDPOINT_PARAMETER = "endpoint";

/**
 * Where the explorer reads from, and with which key.
 *
 * A page that a service answers reads from that service alone. On any other host the address names the endpoint. The key
 * is kept in the tab, under the endpoint that it was typed for: a link to another endpoint finds none there.
 */
export interface Place {
  /** Base URL of the service, an origin or a path below one; undefined until one is chosen. */
  readonly endpoint: string | undefined;
  /** True if the reader chooses the endpoint. */
  readonly isChosen: boolean;
  readonly apiKey: string | undefined;
}

/** Reads the place from the page, its address and the tab. */
export function readPlace(): Place {
  const isChosen = document.documentElement.dataset.host !== "service";
  const named = new URLSearchParams(location.search).get(ENDPOINT_PARAMETER) ?? "";
  const endpoint = isChosen ? endpointOf(named) : baseOf(new URL(".", location.href));
  const apiKey =
    endpoint === undefined
      ? undefined
      : (sessionStorage.getItem(KEY_PREFIX + endpoint) ?? undefined);
  return { endpoint, isChosen, apiKey };
}

/** The segments that the service of the page has; all where it does not tell. */
export function servedSegments(): readonly Segment[] {
  const all = Object.keys(SEGMENTS) as Segment[];
  const named = document.documentElement.dataset["segments"]?.split(" ");
  return named ? all.filter((one) => named.includes(one)) : all;
}

/** Keeps `apiKey` for `endpoint` in this tab; forgets the one that is there if it is empty. */
export function keepKey(endpoint: string, apiKey: string): void {
  if (apiKey === "") sessionStorage.removeItem(KEY_PREFIX + endpoint);
  else sessionStorage.setItem(KEY_PREFIX + endpoint, apiKey);
}

/** The address of the explorer that reads from `endpoint`. */
export function addressOf(endpoint: string): string {
  return `?${new URLSearchParams({ [ENDPOINT_PARAMETER]: endpoint })}${location.hash}`;
}

/** The base URL that a text names; undefined where it is no HTTP URL. A name alone is meant with `https`. */
export function endpointOf(text: string): string | undefined {
  const trimmed = text.trim();
  const full = /^https?:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  return HOST.test(url.hostname) ? baseOf(url) : undefined;
}

function baseOf({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/+$/, "");
}
