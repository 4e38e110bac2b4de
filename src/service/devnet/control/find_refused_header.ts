import { DEV_REFUSED_HEADERS } from "../../../generated/service/dev_methods.gen.ts";

/** The first of some lower-case names of headers that only web pages and proxies send; undefined for none. */
export function findRefusedHeader(names: readonly string[]): string | undefined {
  return names.find(isRefused);
}

function isRefused(name: string): boolean {
  return DEV_REFUSED_HEADERS.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
