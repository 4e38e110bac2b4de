import type { JSX } from "preact";
import { compactAmount, formatRatio, shareOf } from "../values/format.ts";

interface TallyProps {
  readonly votesFor: bigint;
  readonly votesAgainst: bigint;
  readonly votesAbstain: bigint;
  /** Shows the figures below the bar. */
  readonly isLarge?: boolean;
  /** All stake that may vote: the bar then shows the turnout, and the quorum. */
  readonly staked?: bigint | undefined;
}

/** Part of the stake that must vote: a rule of the devnet, the interface names none. */
const QUORUM = 0.2;

/** The votes on a proposal as a bar. */
export function Tally({
  votesFor,
  votesAgainst,
  votesAbstain,
  isLarge = false,
  staked,
}: TallyProps): JSX.Element {
  const total = votesFor + votesAgainst + votesAbstain;
  const parts = [
    { name: "For", tone: "good", votes: votesFor },
    { name: "Against", tone: "bad", votes: votesAgainst },
    { name: "Abstain", tone: "plain", votes: votesAbstain },
  ].map((part) => ({ ...part, share: shareOf(part.votes, total) }));
  const turnout = staked === undefined ? undefined : Math.min(1, shareOf(total, staked));
  const scale = turnout === undefined ? 1_000 : 1_000 * turnout;
  const text = parts.map(({ name, share }) => `${name} ${formatRatio(share, 1)}`).join(", ");
  let left = 0;
  return (
    <div class={`tally ${isLarge ? "large" : ""}`}>
      <svg role="img" aria-label={text} viewBox="0 0 1000 10" preserveAspectRatio="none">
        <rect class="track" width="1000" height="10" />
        {parts.map(({ name, tone, share }) => {
          const x = left;
          left += share * scale;
          return <rect key={name} class={tone} x={x} width={share * scale} height="10" />;
        })}
        {turnout === undefined ? null : (
          <rect class="quorum" x={1_000 * QUORUM - 1} width="2" height="10" />
        )}
      </svg>
      {turnout === undefined ? null : (
        <p
          class="quorum-name number"
          aria-hidden="true"
          style={{ insetInlineStart: `${100 * QUORUM}%` }}
        >
          quorum {formatRatio(QUORUM)}
        </p>
      )}
      {isLarge || total === 0n ? null : (
        <p class="shares number" aria-hidden="true">
          {parts
            .filter(({ votes }) => votes > 0n)
            .map(({ name, share }) => `${name} ${formatRatio(share, 1)}`)
            .join(" · ")}
        </p>
      )}
      {turnout === undefined ? null : (
        <p class="number">
          <strong>Turnout {formatRatio(turnout, 1)}</strong> of the stake of today; the quorum of{" "}
          {formatRatio(QUORUM)} is {turnout >= QUORUM ? "reached" : "not reached"}{" "}
          <span class="muted">(a rule of the devnet; the interface names none)</span>
        </p>
      )}
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
