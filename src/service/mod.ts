/**
 * A real service of the interface on an embedded devnet, in one process. Needs Node 22.13 or later.
 *
 * @example Use it in process
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createService } from "alphadelta/service";
 *
 * const service = await createService({ segments: ["delta"], history: 10 });
 * const delta = createClient("delta", { endpoints: "http://service.test", fetch: service.fetch });
 * console.log((await delta.getChainInfo()).blockHeight);
 * await service.close();
 * ```
 *
 * @module
 */
export {
  issueKey,
  type IssuedKey as NewKey,
  type KeyOrder,
  type KeyRecord,
  type KeyRequests,
  type KeyStore,
} from "./access/keys/mod.ts";
export * from "./server/mod.ts";
export {
  type DevControl,
  type DevHead,
  type DevReorg,
  type Refusal,
  type RefusalCode,
  type ReorganiseOptions,
  requireLoopback,
  type SourceSubmission,
} from "./devnet/control/mod.ts";
export type { FaultKind, FaultRule } from "./devnet/faults.ts";
export type {
  RequestCaller,
  RequestTrace,
  SentResponse,
  ServiceRequest,
  ServiceResponse,
} from "./request.ts";
