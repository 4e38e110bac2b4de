/**
 * Control of the devnet: blocks, time, funds, snapshots, reorganisations and faults, in process and as `dev_*` methods.
 *
 * @module
 */
export * from "./dev_chain.ts";
export * from "./dev_control.ts";
export * from "./dev_door.ts";
export * from "./disturb_replies.ts";
export * from "./fault.ts";
export * from "./faults.ts";
export * from "./find_refused_header.ts";
export * from "./is_loopback.ts";
export type { DevHead, Reorg } from "../../../generated/service/types.gen.ts";
export type { Refusal, RefusalCode } from "../../chain/ledger/mod.ts";
export type { Submission } from "../../chain/block_source.ts";
export type { ReorganiseOptions } from "../producer/mod.ts";
