import type { BlockSummary } from "alphadelta";
import type { JSX } from "preact";
import { BlockChart, type BlockChartProps, type BlockValue } from "../charts/block_chart.tsx";
import { useLive, useView } from "../hooks/view.ts";
import { hrefOf } from "../values/route.ts";
import { Card } from "./card.tsx";

/** Newest blocks that are charted: on a phone each has a few pixels. */
const CHARTED = 60;

interface ChainChartsProps {
  /** Newest first. */
  readonly blocks: readonly BlockSummary[];
  readonly gas: ReadonlyMap<number, number>;
}

/** Charts of the newest blocks: transactions, gas and time of each. */
export function ChainCharts({ blocks, gas }: ChainChartsProps): JSX.Element {
  const { segment } = useView();
  const { info } = useLive();
  const charted = blocks.slice(0, CHARTED);
  const of = (valueOf: (block: BlockSummary, index: number) => number | null): BlockValue[] =>
    charted
      .map((block, index) => ({ height: block.number, value: valueOf(block, index) }))
      .toReversed();
  const timeOf = ({ timestamp }: BlockSummary, index: number): number | null => {
    const before = blocks[index + 1];
    return before ? timestamp - before.timestamp : null;
  };
  const draw = (props: Omit<BlockChartProps, "hrefOf">): JSX.Element => (
    <Card title={props.title}>
      <BlockChart {...props} hrefOf={(height) => hrefOf(segment, "block", height)} />
    </Card>
  );
  return (
    <div class="charts">
      {draw({ title: "Transactions by block", unit: "", blocks: of(({ txCount }) => txCount) })}
      {draw({
        title: "Gas by block",
        unit: "gas",
        blocks: of(({ number }) => gas.get(number) ?? null),
      })}
      {draw({ title: "Block time", unit: "s", blocks: of(timeOf), target: info?.blockTime ?? 0 })}
    </div>
  );
}
