/**
 * A service inside your own tests: a real one, on a free port, whose blocks, time and faults a test commands. Node 22.13
 * or later alone; elsewhere run `alphadelta serve` and give its URL to the client.
 *
 * @example A test of vitest, or of any other runner
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
export * from "./start_service.ts";
export type * from "./start_service_options.ts";
export type * from "./test_service.ts";
