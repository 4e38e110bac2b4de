import type { LedgerBlock, PreparedTransaction } from "../../chain/ledger/mod.ts";

/** A state of a chain that can be restored. */
interface Snapshot {
  readonly id: string;
  readonly head: LedgerBlock;
  /** Pending transactions, in the order of arrival. */
  readonly pending: readonly PreparedTransaction[];
}

/** Most snapshots; bounded, since each holds its pending transactions. */
const MAX_SNAPSHOTS = 1_000;

/** The snapshots of a devnet, oldest first. Ids are never reused. */
export class Snapshots {
  #snapshots: Snapshot[] = [];
  #taken = 0;

  get ids(): string[] {
    return this.#snapshots.map(({ id }) => id);
  }

  /** Saves a snapshot and returns its id; throws a `RangeError` if there are too many. */
  take(head: LedgerBlock, pending: readonly PreparedTransaction[]): string {
    if (this.#snapshots.length >= MAX_SNAPSHOTS)
      throw new RangeError(
        `Cannot take a snapshot: there are already ${MAX_SNAPSHOTS}, the maximum; revert to an earlier one`,
      );
    const id = `snap-${++this.#taken}`;
    this.#snapshots.push({ id, head, pending });
    return id;
  }

  /** The snapshot of an id; throws a `RangeError` if there is none. */
  get(id: string): Snapshot {
    const found = this.#snapshots.find((snapshot) => snapshot.id === id);
    if (found) return found;
    const known = this.ids.join(", ");
    throw new RangeError(
      `Cannot revert: there is no snapshot ${JSON.stringify(id)}, known are ${known || "none"}`,
    );
  }

  /** Drops the snapshots that were taken after one. */
  forgetAfter({ id }: Snapshot): void {
    const index = this.#snapshots.findIndex((snapshot) => snapshot.id === id);
    this.#snapshots = this.#snapshots.slice(0, index + 1);
  }

  /** Drops the snapshots whose block was removed, all above `height`. */
  forgetAbove(height: number): void {
    this.#snapshots = this.#snapshots.filter(({ head }) => head.height <= height);
  }
}
