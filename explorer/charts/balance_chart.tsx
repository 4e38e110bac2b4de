import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- styles are imported for their effect
import "uplot/dist/uPlot.min.css";
import { formatCount, formatNumber } from "../values/format.ts";

interface BalanceChartProps {
  /** Rising. */
  readonly heights: readonly number[];
  /** Whole tokens at each of them. */
  readonly balances: readonly number[];
  readonly unit: string;
}

const HEIGHT = 170;

/** A balance over heights, as steps. */
export function BalanceChart({ heights, balances, unit }: BalanceChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const plot = new UPlot(optionsOf(current), [[...heights], [...balances]], current);
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: current.clientWidth, height: HEIGHT }),
    );
    observer.observe(current);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [heights, balances]);
  const [first, last] = [balances[0] ?? 0, balances.at(-1) ?? 0];
  const text = `Balance from block ${formatCount(heights[0] ?? 0)}, ${formatNumber(first)} ${unit}, to block ${formatCount(heights.at(-1) ?? 0)}, ${formatNumber(last)} ${unit}`;
  return <div ref={place} class="balance-chart" role="img" aria-label={text} />;
}

function optionsOf(place: HTMLElement): UPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: colour("--muted"),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  const steps = UPlot.paths.stepped?.({ align: 1 });
  return {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [8, 24, 0, 0],
    cursor: { y: false },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 26, values: (_plot, all) => all.map((one) => formatCount(one)) },
      { ...axis, size: 76, values: (_plot, all) => all.map((one) => formatNumber(one)) },
    ],
    series: [
      { label: "Block", value: (_plot, one) => (one === null ? "–" : formatCount(one)) },
      {
        label: "Balance",
        value: (_plot, one) => (one === null ? "–" : formatNumber(one, 4)),
        stroke: colour("--accent"),
        fill: colour("--accent-soft"),
        width: 1.5,
        points: { show: false },
        ...(steps && { paths: steps }),
      },
    ],
  };
}
