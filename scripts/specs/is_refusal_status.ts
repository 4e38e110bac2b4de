/** Tells whether a status is that of a refusal: no success, and not what the client has already. */
export function isRefusalStatus(status: string): boolean {
  return !/^(?:2|304$)/.test(status);
}
