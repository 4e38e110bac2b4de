import type { Validator } from "alphadelta";
import type { JSX } from "preact";
import { useView } from "../hooks/view.ts";
import { compactAmount, formatRatio, shareOf } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";

/** Validators that have a bar of their own. */
const SHOWN = 12;

interface StakeChartProps {
  /** Undefined until they are read. */
  readonly validators: readonly Validator[] | undefined;
  /** Bars that stand in their place until then. */
  readonly expected?: number | undefined;
}

/** Own and delegated stake of each validator as bars; the track is the stake of all. */
export function StakeChart({ validators, expected = SHOWN }: StakeChartProps): JSX.Element {
  const { segment } = useView();
  if (!validators)
    return (
      <ul class="stake">
        {Array.from({ length: Math.min(expected, SHOWN) }, (_none, index) => (
          <li key={index}>
            <span class="bone" />
          </li>
        ))}
      </ul>
    );
  const stakeOf = ({ stake, delegatedStake }: Validator): bigint => stake + delegatedStake;
  const total = validators.reduce((sum, one) => sum + stakeOf(one), 0n);
  return (
    <ul class="stake">
      {validators.slice(0, SHOWN).map((one) => {
        const own = shareOf(one.stake, total) * 1_000;
        const delegated = shareOf(one.delegatedStake, total) * 1_000;
        return (
          <li key={one.address}>
            <a class="name" href={hrefOf(segment, "validator", one.address)}>
              {one.name}
            </a>
            <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
              <rect class="track" width="1000" height="10" />
              <rect class="own" width={own} height="10" />
              <rect class="delegated" x={own} width={delegated} height="10" />
            </svg>
            <span class="number">
              {formatRatio(shareOf(stakeOf(one), total), 1)}{" "}
              <span class="muted">{compactAmount(stakeOf(one))}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
