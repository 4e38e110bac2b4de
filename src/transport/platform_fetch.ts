/** What takes all that the runtime's own `fetch` takes. */
export type PlatformFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;
