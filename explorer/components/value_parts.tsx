import type { JSX } from "preact";
import { turnZone, useZone } from "../hooks/preferences.ts";
import { useNow } from "../hooks/use_now.ts";
import { useView } from "../hooks/view.ts";
import {
  formatAgo,
  formatAmount,
  formatCount,
  formatMoment,
  formatWord,
  MISSING,
  shortAmount,
} from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { Decimals } from "./decimals.tsx";
import { Figure } from "./figure.tsx";

/** In place of a value that the service does not send. */
export function Missing(): JSX.Element {
  return <span class="muted">{MISSING}</span>;
}

/** A native amount, short in tables; its title has every decimal and the base units. */
export function Amount({
  value,
  isWhole = false,
  isHeadline = false,
}: {
  readonly value: bigint;
  readonly isWhole?: boolean;
  /** Further decimals come at a click. */
  readonly isHeadline?: boolean;
}): JSX.Element {
  const { chain } = useView().client;
  if (typeof value !== "bigint") return <Missing />;
  const whole = formatAmount(value);
  return (
    <span class="number amount" title={`${whole} ${chain}, ${value} base units`}>
      {isHeadline ? (
        <Figure text={whole} />
      ) : isWhole ? (
        whole
      ) : (
        <Decimals text={shortAmount(value)} />
      )}{" "}
      <span class="unit">{chain}</span>
    </span>
  );
}

/** Time since a moment in Unix seconds. */
export function Ago({ timestamp }: { readonly timestamp: number }): JSX.Element {
  const now = useNow();
  const zone = useZone();
  const date = new Date(timestamp * 1_000);
  const iso = Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  return (
    <time class="number" dateTime={iso} title={formatMoment(timestamp, zone)}>
      {formatAgo(timestamp, now)}
    </time>
  );
}

/** A moment in Unix seconds, and how long ago that is; a click shows it in UTC, or in the reader's zone again. */
export function Moment({
  timestamp,
  isBare = false,
}: {
  readonly timestamp: number;
  /** Without how long ago it is. */
  readonly isBare?: boolean;
}): JSX.Element {
  const zone = useZone();
  const other = zone === "UTC" ? "in your time zone" : "in UTC";
  return (
    <>
      <button type="button" class="moment number" title={`Show times ${other}`} onClick={turnZone}>
        {formatMoment(timestamp, zone)}
      </button>{" "}
      {isBare ? null : (
        <span class="muted">
          (<Ago timestamp={timestamp} />)
        </span>
      )}
    </>
  );
}

/** A height that leads to its block. */
export function Height({ number }: { readonly number: number }): JSX.Element {
  const { segment } = useView();
  if (typeof number !== "number") return <Missing />;
  return (
    <a class="number" href={hrefOf(segment, "block", number)}>
      {formatCount(number)}
    </a>
  );
}

const TONES: Readonly<Record<string, string>> = {
  pending: "wait",
  failed: "bad",
  dropped: "bad",
};

/** A status as a word; what failed, or waits, has a colour. */
export function Status({ status }: { readonly status: string }): JSX.Element {
  const tone = TONES[status];
  return (
    <span class={`status ${tone ? `pill ${tone}` : "quiet muted"}`}>{formatWord(status)}</span>
  );
}
