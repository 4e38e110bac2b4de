/**
 * A real service inside your own tests, on a free port; the test controls its blocks, time and faults. It needs Node
 * 22.13 or later; elsewhere run `alphadelta serve` and pass its URL to the client.
 *
 * @example A test in vitest, or in any other runner
 * ```ts
 * import { startService } from "alphadelta/testing";
 *
 * await using service = await startService({ segments: ["delta"] });
 * const delta = service.client("delta");
 *
 * const before = await delta.getChainInfo();
 * await service.mine(2);
 * const after = await delta.getChainInfo();
 * console.log(after.blockHeight - before.blockHeight); // 2
 * ```
 *
 * @module
 */
export type { FirstSegment } from "../generated/segments.gen.ts";
export { startService, type StartServiceOptions } from "./start_service.ts";
export type { Snapshot, TestFaults, TestService } from "./test_service.ts";
