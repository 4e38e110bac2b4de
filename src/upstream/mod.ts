/**
 * A gateway: a service that answers from a deployed one, caches what does not change, and sends equal requests once. Needs
 * Node 22.13 or later.
 *
 * @example
 * ```ts
 * import { createService, listen } from "alphadelta/service";
 * import { upstreamOf } from "alphadelta/upstream";
 *
 * const chain = await createService({ segments: ["delta"], history: 10 });
 * const deployed = await listen(chain, { port: 0 });
 * const gateway = await createService({
 *   segments: ["delta"],
 *   upstream: upstreamOf({ endpoints: deployed.origin }),
 * });
 * const answer = await gateway.fetch("http://gateway.test/v1/delta/blocks/5");
 * console.log(answer.headers.get("Cache-Status")); // alphadelta; fwd=miss
 * await gateway.close();
 * await deployed.close();
 * ```
 *
 * @module
 */
export type { UpstreamOptions } from "./options.ts";
export { upstreamOf } from "./upstream_of.ts";
