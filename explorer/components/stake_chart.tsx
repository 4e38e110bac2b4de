import type { Validator } from "alphadelta";
import type { JSX } from "preact";
import { compactAmount, formatRatio, shareOf } from "../values/format.ts";

/** Validators that have a bar of their own. */
const SHOWN = 12;

/** Own and delegated stake of each validator as bars. */
export function StakeChart({
  validators,
}: {
  readonly validators: readonly Validator[];
}): JSX.Element {
  const stakeOf = ({ stake, delegatedStake }: Validator): bigint => stake + delegatedStake;
  const total = validators.reduce((sum, one) => sum + stakeOf(one), 0n);
  const most = validators.reduce((max, one) => (stakeOf(one) > max ? stakeOf(one) : max), 0n);
  return (
    <ul class="stake">
      {validators.slice(0, SHOWN).map((one) => {
        const own = shareOf(one.stake, most) * 1_000;
        const delegated = shareOf(one.delegatedStake, most) * 1_000;
        return (
          <li key={one.address}>
            <span class="name">{one.name}</span>
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
