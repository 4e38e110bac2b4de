import type { BlockSummary } from "alphadelta";
import type { JSX } from "preact";
import { useSlide } from "../hooks/use_slide.ts";
import { useView } from "../hooks/view.ts";
import type { LiveState, ShownReorg } from "../live/live_chain.ts";
import { formatCount, formatRatio, shorten } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Ago } from "./value_parts.tsx";

/** Places that stand until the blocks are read. */
const EXPECTED = 12;
/** Seconds for which a reorganisation is shown. */
const REORG_SHOWN_FOR = 120;

interface BlockStripProps {
  readonly state: LiveState;
  /** The shown blocks, newest first; undefined until they are read. */
  readonly blocks: readonly BlockSummary[] | undefined;
  readonly gas: ReadonlyMap<number, number>;
  /** Most gas of a block. */
  readonly gasLimit: bigint | undefined;
}

/** The newest blocks in a row, each filled by the part of its gas limit that it used, after the pending transactions. */
export function BlockStrip({ state, blocks, gas, gasLimit }: BlockStripProps): JSX.Element {
  const { pending, reorgs } = state;
  const list = useSlide<HTMLUListElement>();
  const shareIn = (height: number): number | undefined => {
    const used = gas.get(height);
    return used === undefined || gasLimit === undefined ? undefined : used / Number(gasLimit);
  };
  return (
    <section aria-label="Newest blocks">
      <ul ref={list} class="strip" tabIndex={0} aria-label="Newest blocks">
        <li class="next">
          <span class="kind">Next block</span>
          <strong class="number">{formatCount(pending.length)}</strong>
          <span class="muted">pending</span>
        </li>
        {blocks?.map((block) => (
          <StripBlock key={block.hash} block={block} share={shareIn(block.number)} />
        )) ?? Array.from({ length: EXPECTED }, (_none, index) => <li key={index} />)}
      </ul>
      <div role="status" class="reorgs">
        {reorgs.filter(isRecent).map((reorg) => (
          <ReorgNote key={reorg.at} reorg={reorg} />
        ))}
      </div>
    </section>
  );
}

function StripBlock({
  block,
  share,
}: {
  readonly block: BlockSummary;
  /** Part of the gas limit that it used. */
  readonly share: number | undefined;
}): JSX.Element {
  const { segment } = useView();
  return (
    <li>
      <a href={hrefOf(segment, "block", block.number)}>
        {share === undefined ? null : (
          <svg class="fill" viewBox="0 0 10 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width="10" height={share} y={1 - share} />
          </svg>
        )}
        <strong class="number">{formatCount(block.number)}</strong>
        <span>
          {block.txCount === 1 ? "1 transaction" : `${formatCount(block.txCount)} transactions`}
        </span>
        <span>{share === undefined ? "–" : `${formatRatio(share, 1)} of gas limit`}</span>
        <span class="muted">
          <Ago timestamp={block.timestamp} />
        </span>
      </a>
    </li>
  );
}

/** A reorganisation in a sentence. */
function ReorgNote({ reorg }: { readonly reorg: ShownReorg }): JSX.Element {
  const { fromHeight, toHeight, oldHead } = reorg;
  const range =
    fromHeight === toHeight
      ? `Block ${formatCount(fromHeight)} was`
      : `Blocks ${formatCount(fromHeight)} to ${formatCount(toHeight)} were`;
  return (
    <p class="notice wait">
      <strong>Reorganisation.</strong> {range} replaced{" "}
      <Ago timestamp={Math.floor(reorg.at / 1_000)} />.{" "}
      {oldHead === "" ? null : (
        <span class="muted">
          The newest one was <span class="mono">{shorten(oldHead)}</span>.
        </span>
      )}
    </p>
  );
}

function isRecent({ at }: ShownReorg): boolean {
  return Date.now() - at < REORG_SHOWN_FOR * 1_000;
}
