import type { Contract } from "../exchange_runner/mod.ts";
import type { FuzzRequest } from "./request.ts";

/** Dependencies of every turn. */
export interface FuzzContext {
  readonly origin: string;
  readonly contract: Contract;
  /** Requests that mutations start from. */
  readonly seeds: readonly FuzzRequest[];
  /** Names of methods, real ones and others. */
  readonly methods: readonly string[];
  /** Milliseconds in which the service must have answered. */
  readonly deadline: number;
}
