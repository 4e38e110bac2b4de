import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { formatCompact, formatCount, formatNumber } from "../values/format.ts";
import { topOf } from "./scale.ts";

/** A value of a block; null where it is not known. */
export interface BlockValue {
  readonly height: number;
  readonly value: number | null;
}

/** Props of a chart. */
export interface BlockChartProps {
  readonly title: string;
  /** Stands behind values; empty for a count of what the title names. */
  readonly unit: string;
  /** Oldest first. */
  readonly blocks: readonly BlockValue[];
  /** Draws a line instead of bars, with the value that is aimed at; far ones are marked. */
  readonly target?: number | undefined;
  readonly hrefOf: (height: number) => string;
}

/** Times the target from which on a value is marked. */
const FAR = 2;

/** A value for each block over its height, as bars or as a line. Pointing at a block tells its value; it leads there. */
export function BlockChart(props: BlockChartProps): JSX.Element {
  const { title, unit, blocks, target, hrefOf } = props;
  const [pointed, point] = useState<number>();
  const values = blocks.flatMap(({ value }) => (value === null ? [] : [value]));
  const top = topOf(Math.max(...values, target ?? 0));
  const share = (value: number): string => `${(100 * value) / top}%`;
  const shown = blocks.find(({ height }) => height === pointed) ?? blocks.at(-1);
  const isFar = (value: number): boolean => target !== undefined && value >= FAR * target;
  return (
    <div class={blocks.length === 0 ? "chart blank" : "chart"}>
      <p class="hidden">{describe(title, unit, values)}</p>
      <div aria-hidden="true">
        <p class="reading number">
          <strong>{show(shown?.value, unit)}</strong> at {formatCount(shown?.height ?? 0)}
        </p>
        <div class="scale number">
          <span>{`${formatCompact(top)} ${unit}`}</span>
          <span>{formatCompact(top / 2)}</span>
          <span>0</span>
        </div>
        <div class="plot" onPointerLeave={() => point(undefined)}>
          {target === undefined ? null : <Line blocks={blocks} top={top} target={target} />}
          {blocks.map(({ height, value }) => (
            <a
              key={height}
              tabIndex={-1}
              href={hrefOf(height)}
              onPointerEnter={() => point(height)}
            >
              {value === null ? null : target === undefined ? (
                <i class="bar" style={{ height: share(value) }} />
              ) : isFar(value) ? (
                <i class="far" style={{ bottom: share(value) }} />
              ) : null}
            </a>
          ))}
        </div>
        <div class="heights number">
          <span>{formatCount(blocks[0]?.height ?? 0)}</span>
          <span>height</span>
          <span>{formatCount(blocks.at(-1)?.height ?? 0)}</span>
        </div>
      </div>
    </div>
  );
}

interface LineProps {
  readonly blocks: readonly BlockValue[];
  readonly top: number;
  readonly target: number;
}

/** A line through the values, which breaks where one is not known, and one at the target. */
function Line({ blocks, top, target }: LineProps): JSX.Element {
  const points = blocks.map(({ value }, index) => {
    const isBegin = (blocks[index - 1]?.value ?? null) === null;
    return value === null ? "" : `${isBegin ? "M" : "L"}${index + 0.5} ${top - value}`;
  });
  return (
    <>
      <svg viewBox={`0 0 ${blocks.length} ${top}`} preserveAspectRatio="none">
        <path class="target" d={`M0 ${top - target}H${blocks.length}`} />
        <path class="line" d={points.join("")} />
      </svg>
      <span class="target-name" style={{ bottom: `${(100 * target) / top}%` }}>
        target
      </span>
    </>
  );
}

/** Description of the chart in words. */
function describe(title: string, unit: string, values: readonly number[]): string {
  const newest = values.at(-1);
  if (newest === undefined) return `${title}: nothing is known yet`;
  return `${title} at ${values.length} blocks: from ${show(Math.min(...values), unit)} to ${show(Math.max(...values), unit)}, now ${show(newest, unit)}`;
}

function show(value: number | null | undefined, unit: string): string {
  return typeof value === "number" ? `${formatNumber(value, 1)} ${unit}`.trim() : "–";
}
