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
export type {
  DevControl,
  DevHead,
  DevReorg,
  Refusal,
  RefusalCode,
  ReorganiseOptions,
  SourceSubmission,
  SubmissionOutcome,
} from "./devnet/control/mod.ts";
export type { Durability } from "../durability.ts";
export type { EventRetention } from "./event_retention.ts";
export type { FaultRule } from "./devnet/faults.ts";
export * from "./server/mod.ts";
