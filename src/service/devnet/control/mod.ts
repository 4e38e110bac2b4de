/**
 * Control of the devnet, in process and as `dev_*` methods: blocks, time, funds, snapshots, reorganisations and faults.
 *
 * @module
 */
export * from "./control_guard.ts";
export * from "./dev_control.ts";
