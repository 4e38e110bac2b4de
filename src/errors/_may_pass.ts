/** Tells whether a status says that it is a matter of time. */
export function mayPass(status: number | undefined): boolean {
  return status === 408 || status === 429 || (status !== undefined && status >= 500);
}
