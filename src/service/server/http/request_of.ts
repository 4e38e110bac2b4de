import { BodyTooLarge, type ServiceRequest } from "../../api/context/mod.ts";

/** A web-standard request as the service takes it; it comes from this machine. */
export function requestOf(request: Request): ServiceRequest {
  const { pathname, search, host } = new URL(request.url);
  const { headers } = request;
  return {
    method: request.method,
    peer: "127.0.0.1",
    target: pathname + search,
    header: (name) => headers.get(name) ?? (name === "host" ? host : undefined),
    headerNames: () => ["host", ...headers.keys()],
    async body(maximum) {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > maximum) throw new BodyTooLarge(maximum);
      return bytes;
    },
  };
}
