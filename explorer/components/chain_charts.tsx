import type { BlockSummary, Transaction } from "alphadelta";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { BlockChartProps } from "../charts/block_chart.tsx";
import { Card } from "./card.tsx";

interface ChainChartsProps {
  /** Newest first. */
  readonly blocks: readonly BlockSummary[];
  /** Newest first; the gas of a block is what its transactions used. */
  readonly transactions: readonly Transaction[];
}

/** Charts of the newest blocks: transactions, gas and time of each. */
export function ChainCharts({ blocks, transactions }: ChainChartsProps): JSX.Element {
  const BlockChart = useBlockChart();
  const ordered = blocks.toReversed();
  const heights = ordered.map(({ number }) => number);
  const gas = gasOf(ordered, transactions);
  const times = ordered.map(({ timestamp }, index) => {
    const before = ordered[index - 1];
    return before ? timestamp - before.timestamp : null;
  });
  const draw = (title: string, unit: string, values: BlockChartProps["values"]): JSX.Element => (
    <Card title={title}>
      {BlockChart && heights.length > 1 ? (
        <BlockChart title={title} unit={unit} heights={heights} values={values} />
      ) : (
        <div class="chart" />
      )}
    </Card>
  );
  return (
    <div class="charts">
      {draw(
        "Transactions by block",
        "",
        ordered.map(({ txCount }) => txCount),
      )}
      {draw("Gas by block", "thousand", gas)}
      {draw("Block time", "s", times)}
    </div>
  );
}

/** Charts are not a part of what is loaded first. */
function useBlockChart(): ComponentType<BlockChartProps> | undefined {
  const [chart, setChart] = useState<{ BlockChart: ComponentType<BlockChartProps> }>();
  useEffect(() => {
    let isShown = true;
    void import("../charts/block_chart.tsx").then((module) => isShown && setChart(module));
    return () => void (isShown = false);
  }, []);
  return chart?.BlockChart;
}

/** Thousands of gas by block; null for blocks whose transactions are not all known. */
function gasOf(
  blocks: readonly BlockSummary[],
  transactions: readonly Transaction[],
): (number | null)[] {
  const oldest = transactions.at(-1)?.blockNumber ?? Infinity;
  const sums = new Map<number, number>();
  for (const { blockNumber, gasUsed } of transactions)
    sums.set(blockNumber, (sums.get(blockNumber) ?? 0) + Number(gasUsed) / 1_000);
  return blocks.map(({ number, txCount }) => {
    if (txCount === 0) return 0;
    return number > oldest ? (sums.get(number) ?? null) : null;
  });
}
