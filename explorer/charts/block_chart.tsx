import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import UPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- styles are imported for their effect
import "uplot/dist/uPlot.min.css";
import { formatCount, formatNumber } from "../values/format.ts";

/** A value for each block. */
export interface BlockChartProps {
  readonly title: string;
  readonly unit: string;
  readonly heights: readonly number[];
  /** Null where it is not known. */
  readonly values: readonly (number | null)[];
}

const HEIGHT = 150;

/** A bar for each block, over its height. */
export function BlockChart({ title, unit, heights, values }: BlockChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const [pointed, point] = useState<number | null>();
  const data: UPlot.AlignedData = [[...heights], [...values]];
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const open = (): void => {
      plot.current?.destroy();
      plot.current = new UPlot(optionsOf(current, point), data, current);
    };
    open();
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: current.clientWidth, height: HEIGHT }),
    );
    observer.observe(current);
    dark.addEventListener("change", open);
    return () => {
      observer.disconnect();
      dark.removeEventListener("change", open);
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, []);
  useEffect(() => plot.current?.setData(data));
  const shown = pointed ?? values.length - 1;
  return (
    <div class="chart">
      <p class="reading number" aria-hidden="true">
        <strong>{show(values[shown], unit)}</strong> at {formatCount(heights[shown] ?? 0)}
      </p>
      <div ref={place} role="img" aria-label={describe(title, unit, values)} />
    </div>
  );
}

/** @param point Is told the place of the value that the reader points at, or null. */
function optionsOf(place: HTMLElement, point: (index: number | null) => void): UPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const bars = UPlot.paths.bars?.({ size: [0.72, 16] });
  const axis: UPlot.Axis = {
    stroke: colour("--muted"),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
  };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    cursor: { y: false, points: { show: false } },
    legend: { show: false },
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? null)] },
    scales: {
      x: { time: false },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        grid: { show: false },
        values: (_plot, all) => all.map((one) => formatCount(one)),
      },
      { ...axis, size: 40, values: (_plot, all) => all.map((one) => formatNumber(one, 1)) },
    ],
    series: [
      {},
      {
        stroke: colour("--accent"),
        fill: colour("--accent-bar"),
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars }),
      },
    ],
  };
}

/** Description of the chart in words. */
function describe(title: string, unit: string, values: BlockChartProps["values"]): string {
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  if (newest === undefined) return `${title}: nothing is known yet`;
  return `${title} over ${known.length} blocks: from ${show(Math.min(...known), unit)} to ${show(Math.max(...known), unit)}, now ${show(newest, unit)}`;
}

function show(value: number | null | undefined, unit: string): string {
  return typeof value === "number" ? `${formatNumber(value, 1)} ${unit}`.trim() : "–";
}
