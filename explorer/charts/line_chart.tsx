import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
// oxlint-disable-next-line import/no-unassigned-import -- styles are imported for their effect
import "uplot/dist/uPlot.min.css";
import { formatCount, formatNumber } from "../values/format.ts";

/** A value for each block. */
export interface LineChartProps {
  readonly title: string;
  readonly unit: string;
  readonly heights: readonly number[];
  /** Null where it is not known. */
  readonly values: readonly (number | null)[];
}

const HEIGHT = 150;

/** A line over heights. */
export function LineChart({ title, unit, heights, values }: LineChartProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const data: UPlot.AlignedData = [[...heights], [...values]];
  useEffect(() => {
    const { current } = place;
    if (!current) return undefined;
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const open = (): void => {
      plot.current?.destroy();
      plot.current = new UPlot(optionsOf(current, title, unit), data, current);
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
  }, [title, unit]);
  useEffect(() => plot.current?.setData(data));
  return <div class="chart" ref={place} role="img" aria-label={describe(title, unit, values)} />;
}

function optionsOf(place: HTMLElement, title: string, unit: string): UPlot.Options {
  const style = getComputedStyle(place);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
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
    cursor: { y: false, points: { size: 6 } },
    legend: { show: true },
    scales: {
      x: { time: false },
      y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, all) => all.map((one) => formatCount(one)),
      },
      { ...axis, size: 40, values: (_plot, all) => all.map((one) => formatNumber(one, 1)) },
    ],
    series: [
      { label: "Block", value: (_plot, height) => (height === null ? "" : formatCount(height)) },
      {
        label: title,
        stroke: colour("--accent"),
        fill: colour("--accent-soft"),
        width: 1.5,
        points: { show: false },
        value: (_plot, value) => (value === null ? "" : `${formatNumber(value, 1)} ${unit}`),
      },
    ],
  };
}

/** What the chart shows, in words. */
function describe(title: string, unit: string, values: LineChartProps["values"]): string {
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  if (newest === undefined) return `${title}: nothing is known yet`;
  const show = (value: number): string => `${formatNumber(value, 1)} ${unit}`.trim();
  return `${title} over ${known.length} blocks: from ${show(Math.min(...known))} to ${show(Math.max(...known))}, now ${show(newest)}`;
}
