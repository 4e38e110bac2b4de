/**
 * Control of the devnet, in process and as `dev_*` methods: blocks, time, funds, snapshots, reorganisations and faults.
 *
 * @module
 */
export * from "./control_guard.ts";
export * from "./dev_control.ts";
export type { Refusal, RefusalCode } from "../../chain/ledger/mod.ts";
export type { SourceSubmission, SubmissionOutcome } from "../../chain/block_source.ts";
export type { ReorganiseOptions } from "../producer/mod.ts";
