import type { Proposal } from "alphadelta";
import type { JSX } from "preact";
import { useLive } from "../hooks/view.ts";
import { formatCount, formatDuration } from "../values/format.ts";
import { Height } from "./value_parts.tsx";

/** When the vote on a proposal ends, in blocks and about how long that takes. */
export function Deadline({
  proposal,
}: {
  readonly proposal: Pick<Proposal, "startBlock" | "endBlock">;
}): JSX.Element {
  const { blocks, info } = useLive();
  const { startBlock, endBlock } = proposal;
  const head = blocks[0]?.number;
  const end = (
    <>
      block <BlockOrHeight number={endBlock} head={head} />
    </>
  );
  if (head === undefined) return end;
  if (head >= endBlock) return <span class="sentence">ended at {end}</span>;
  const [word, left] = head < startBlock ? ["begins ", startBlock - head] : ["", endBlock - head];
  const time = info ? `, about ${formatDuration(left * info.blockTime)}` : "";
  return (
    <>
      {word}in {left === 1 ? "1 block" : `${formatCount(left)} blocks`}
      {time} <span class="muted">({end})</span>
    </>
  );
}

/** A height leads to its block once that is there. */
function BlockOrHeight({
  number,
  head,
}: {
  readonly number: number;
  readonly head: number | undefined;
}): JSX.Element {
  if (head !== undefined && number <= head) return <Height number={number} />;
  return <span class="number">{formatCount(number)}</span>;
}
