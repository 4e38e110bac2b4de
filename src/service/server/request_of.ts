import { LIMITS } from "../../generated/limits.gen.ts";
import { BodyTooLarge, type ServiceRequest } from "../gateway/mod.ts";

/** A web-standard request as the service takes it. */
export function requestOf(request: Request): ServiceRequest {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    target: pathname + search,
    header: (name) => request.headers.get(name) ?? undefined,
    async body() {
      const bytes = new Uint8Array(await request.arrayBuffer());
      if (bytes.length > LIMITS.bodyBytes) throw new BodyTooLarge();
      return bytes;
    },
  };
}
