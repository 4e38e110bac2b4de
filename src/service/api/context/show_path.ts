const SHOWN = 200;

/** A path for messages; a long one is truncated. */
export function showPath(pathname: string): string {
  if (pathname.length <= SHOWN) return pathname;
  return `${pathname.slice(0, SHOWN)}… (${pathname.length} characters)`;
}
