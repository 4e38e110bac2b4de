import { DUE, type Due } from "../delta_state_kinds.ts";
import type { WorkingState } from "../working_state.ts";

const NOTHING: Due = { accounts: [], proposals: [] };

/** Payments and decisions due at the block of a height. */
export function dueAt(state: WorkingState, height: number): Due {
  return state.get(DUE, String(height)) ?? NOTHING;
}
