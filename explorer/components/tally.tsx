import type { JSX } from "preact";
import { compactAmount, formatRatio, shareOf } from "../values/format.ts";

interface TallyProps {
  readonly votesFor: bigint;
  readonly votesAgainst: bigint;
  readonly votesAbstain: bigint;
  /** Shows the figures below the bar. */
  readonly isLarge?: boolean;
}

/** The votes on a proposal as a bar. */
export function Tally({
  votesFor,
  votesAgainst,
  votesAbstain,
  isLarge = false,
}: TallyProps): JSX.Element {
  const total = votesFor + votesAgainst + votesAbstain;
  const parts = [
    { name: "For", tone: "good", votes: votesFor },
    { name: "Against", tone: "bad", votes: votesAgainst },
    { name: "Abstain", tone: "plain", votes: votesAbstain },
  ].map((part) => ({ ...part, share: shareOf(part.votes, total) }));
  const text = parts.map(({ name, share }) => `${name} ${formatRatio(share, 1)}`).join(", ");
  let left = 0;
  return (
    <div class={`tally ${isLarge ? "large" : ""}`}>
      <svg role="img" aria-label={text} viewBox="0 0 1000 10" preserveAspectRatio="none">
        <rect class="track" width="1000" height="10" />
        {parts.map(({ name, tone, share }) => {
          const x = left;
          left += share * 1_000;
          return <rect key={name} class={tone} x={x} width={share * 1_000} height="10" />;
        })}
      </svg>
      {isLarge ? (
        <dl>
          {parts.map(({ name, tone, votes, share }) => (
            <div key={name} class={tone}>
              <dt>{name}</dt>
              <dd class="number">
                {formatRatio(share, 1)} <span class="muted">{compactAmount(votes)}</span>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}
