const SHOWN = 200;

/** A path as messages say it: the beginning of one that is too long to be read. */
export function showPath(pathname: string): string {
  if (pathname.length <= SHOWN) return pathname;
  return `${pathname.slice(0, SHOWN)}… (${pathname.length} characters)`;
}
