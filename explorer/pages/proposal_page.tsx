import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Deadline } from "../components/deadline.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Tally } from "../components/tally.tsx";
import { Height, Moment, Status } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useFresh } from "../hooks/use_fresh.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";

/** A proposal of delta with its text and votes. */
export function ProposalPage(): JSX.Element {
  const { segment } = useView();
  const { id } = useRoute();
  const delta = useDelta();
  const { version, blocks } = useLive();
  const isOver = (end = Infinity): boolean => (blocks[0]?.number ?? -1) >= end;
  const number = /^\d{1,15}$/.test(id) ? Number(id) : Number.NaN;
  const call = useCall(() => delta.getProposal(number), [segment, id], [version]);
  const stats = useCall(() => delta.getChainStats(), [segment], [version]);
  const fresh = useFresh(
    (signal) => delta.events.subscribe("proposals", {}, { signal }),
    (proposal) => proposal.id,
    [segment],
  );
  const value = call.value && { ...call.value, ...fresh.get(number) };
  const votes = {
    votesFor: value?.votesFor ?? 0n,
    votesAgainst: value?.votesAgainst ?? 0n,
    votesAbstain: value?.votesAbstain ?? 0n,
  };
  return (
    <>
      <PageTitle title={value?.title ?? `Proposal ${id}`} subject={`#${id}`}>
        <span class="muted">#{id}</span>
        {value?.status === undefined ? null : <Status status={value.status} />}
      </PageTitle>
      <Loaded
        call={{ ...call, value }}
        missing={<Notice tone="plain" title={`There is no proposal ${id}`} />}
      >
        {({ description, proposer, startBlock, endBlock }) => (
          <>
            <Card title="Votes by stake">
              <Tally {...votes} staked={stats.value?.totalStaked} isLarge />
            </Card>
            <Card>
              <p class="prose">{description ?? "It has no further text."}</p>
              <Facts
                facts={[
                  [
                    "Proposer",
                    proposer === undefined ? undefined : (
                      <HashLink page="account" id={proposer} isWhole />
                    ),
                  ],
                  [
                    "Voting began",
                    startBlock === undefined ? undefined : <AtBlock number={startBlock} />,
                  ],
                  [
                    isOver(endBlock) ? "Voting ended" : "Voting ends",
                    startBlock === undefined || endBlock === undefined ? undefined : isOver(
                        endBlock,
                      ) ? (
                      <AtBlock number={endBlock} />
                    ) : (
                      <>
                        <Deadline proposal={{ startBlock, endBlock }} />{" "}
                        <DateOf number={endBlock} />
                      </>
                    ),
                  ],
                ]}
              />
            </Card>
          </>
        )}
      </Loaded>
    </>
  );
}

function AtBlock({ number }: { readonly number: number }): JSX.Element {
  return (
    <>
      block <Height number={number} /> <DateOf number={number} />
    </>
  );
}

/** Date of a block; of one that is to come, about when it will. */
function DateOf({ number }: { readonly number: number }): JSX.Element | null {
  const { client, segment } = useView();
  const { blocks, info, version } = useLive();
  const [head] = blocks;
  const isThere = head !== undefined && number <= head.number;
  const call = useCall(
    async () => (isThere ? await client.getBlock(number) : undefined),
    [segment, number, isThere],
    [version],
  );
  if (call.value) return <Moment timestamp={call.value.timestamp} />;
  if (isThere || !head || !info) return null;
  const left = (number - head.number) * info.blockTime;
  return (
    <>
      about <Moment timestamp={Math.round(head.timestamp + left)} isBare />
    </>
  );
}
