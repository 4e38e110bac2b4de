import { BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";

/** A web-standard request as the service takes it; it comes from this machine. */
export function requestOf(request: Request): ServiceRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    peer: "127.0.0.1",
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    async body(maximum) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > maximum) throw new BodyTooLarge(maximum);
      return bytes;
    },
  };
}
