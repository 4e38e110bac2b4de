import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { Deadline } from "../components/deadline.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { Table } from "../components/table.tsx";
import { Tally } from "../components/tally.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useFresh } from "../hooks/use_fresh.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import { formatWord, plainAmount } from "../values/format.ts";
import { pageNumber } from "../values/page_number.ts";
import { hrefOf } from "../values/route.ts";

const LIMIT = 25;
const STATUSES = ["all", "active", "passed", "rejected"] as const;

/** The proposals of delta with their votes. */
export function ProposalsPage(): JSX.Element {
  const { segment } = useView();
  const delta = useDelta();
  const { version } = useLive();
  const route = useRoute();
  const page = pageNumber(route);
  const status = STATUSES.find((one) => one === route.query.get("status")) ?? "all";
  const call = useCall(
    () => delta.listProposals({ status, page, limit: LIMIT }),
    [segment, status, page],
    [version],
  );
  const fresh = useFresh(
    (signal) => delta.events.subscribe("proposals", {}, { signal }),
    ({ id }) => id,
    [segment],
  );
  return (
    <>
      <PageTitle title="Proposals" />
      <Card
        title="Newest first"
        aside={<Choices label="Status" name="status" values={STATUSES} chosen={status} />}
      >
        <Paged call={call}>
          {(items) => (
            <Table
              caption="Proposals"
              items={items?.map((one) => fresh.get(one.id) ?? one)}
              keyOf={({ id }) => id}
              empty="No proposals of this status."
              file={{ name: "proposals" }}
              columns={[
                { title: "#", cell: ({ id }) => id, value: ({ id }) => id },
                {
                  title: "Title",
                  cell: ({ id, title }) => (
                    <a class="name" href={hrefOf(segment, "proposal", id)}>
                      {title}
                    </a>
                  ),
                  value: ({ title }) => title,
                  narrow: "first",
                },
                {
                  title: "Status",
                  cell: (one) => formatWord(one.status),
                  value: (one) => one.status,
                  narrow: "first-end",
                },
                { title: "Votes", cell: (one) => <Tally {...one} />, narrow: "second" },
                {
                  title: "Voting ends",
                  cell: (one) => (
                    <span class="deadline">
                      <Deadline proposal={one} />
                    </span>
                  ),
                  value: ({ endBlock }) => endBlock,
                  fileTitle: "Last block",
                  narrow: "second-end",
                },
                { title: "For", value: ({ votesFor }) => plainAmount(votesFor) },
                { title: "Against", value: ({ votesAgainst }) => plainAmount(votesAgainst) },
                { title: "Abstain", value: ({ votesAbstain }) => plainAmount(votesAbstain) },
              ]}
            />
          )}
        </Paged>
      </Card>
    </>
  );
}
