import type { ProducedBlock } from "../../ledger/mod.ts";
import type { Source } from "../source.ts";

/** A source that makes its blocks itself, of what was submitted to it. */
export interface Devnet extends Source {
  /**
   * Makes one block of what is pending, at once, whatever the block time.
   *
   * @throws {Error} If the devnet is closed or the store fails; the chain is then as it was.
   */
  produceBlock(): Promise<ProducedBlock>;
}
