import { type Client, type ClientOptions, createClient, type Segment } from "../src/mod.ts";
import { createService, type Service } from "../src/service/mod.ts";

/** Origin of the in-process service. */
export const ORIGIN = "http://service.test";

/** A service whose blocks come when a test asks for them, at a fixed time. */
export function openTestService(
  segments: readonly Segment[] = ["alpha", "delta"],
): Promise<Service> {
  const clock = () => Date.UTC(2026, 0, 1);
  return createService({
    segments,
    history: 30,
    mode: "manual",
    traffic: false,
    keylessTier: "Enterprise",
    clock,
  });
}

/** A client of an in-process service, of the service's tier, and the requests it sent. */
export function connect<S extends Segment>(
  service: Service,
  segment: S,
): { client: Client<S>; sent: Request[] } {
  const sent: Request[] = [];
  const client = createClient(segment, {
    endpoints: ORIGIN,
    tier: "Enterprise",
    fetch(input, init) {
      sent.push(new Request(input, init));
      return service.fetch(input, init);
    },
  });
  return { client, sent };
}

/** A client whose every request is answered by `answer`, and the requests it sent. It sends each call once. */
export function connectTo<S extends Segment>(
  segment: S,
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
): { client: Client<S>; sent: Request[] } {
  const sent: Request[] = [];
  const client = createClient(segment, {
    endpoints: ORIGIN,
    retries: 0,
    ...options,
    async fetch(input, init) {
      const request = new Request(input, init);
      sent.push(request.clone());
      return answer(request);
    },
  });
  return { client, sent };
}
