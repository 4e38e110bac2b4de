import type { Announcement } from "../../../../src/service/chain/block_source.ts";

/** A block as it was announced. */
export interface MirrorBlock {
  readonly height: number;
  readonly hash: string;
  /** Its transactions. */
  readonly hashes: readonly string[];
}

/** A chain and what waits for it, as far as announcements tell. */
export class Mirror {
  /** By height. */
  blocks: MirrorBlock[] = [];
  readonly pending = new Set<string>();

  /** The transactions of all blocks. */
  get included(): string[] {
    return this.blocks.flatMap(({ hashes }) => hashes);
  }

  /** Takes one announcement in. Throws where it does not follow from those before. */
  take(announcement: Announcement): void {
    const { kind } = announcement;
    if (kind === "block") {
      const { block, executed } = announcement;
      const top = this.blocks.at(-1);
      if (block.parentHash !== top?.hash) throw new Error(`Block ${block.height} has no parent`);
      const hashes = executed.map(({ hash }) => hash);
      this.blocks.push({ height: block.height, hash: block.hash, hashes });
      for (const hash of hashes) {
        if (!this.pending.delete(hash)) throw new Error(`${hash} was not pending`);
      }
    } else if (kind === "removed") {
      this.blocks = this.blocks.slice(0, announcement.fromHeight);
    } else if (kind === "pending") {
      const { hash } = announcement.transaction;
      if (this.pending.has(hash)) throw new Error(`${hash} is pending already`);
      this.pending.add(hash);
    } else this.pending.delete(announcement.transaction.hash);
  }
}
