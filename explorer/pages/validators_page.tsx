import type { Validator } from "alphadelta";
import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { Decimals } from "../components/decimals.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { Identicon } from "../components/identicon.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { StakeChart } from "../components/stake_chart.tsx";
import { Table } from "../components/table.tsx";
import { Amount, Status } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useFresh } from "../hooks/use_fresh.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import { formatRatio, numberOf, shareOf } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";

const STATUSES = ["active", "inactive", "all"] as const;

/** The validators of delta, and how stake is spread over them. */
export function ValidatorsPage(): JSX.Element {
  const { segment } = useView();
  const delta = useDelta();
  const { version, info } = useLive();
  const chosen = useRoute().query.get("status");
  const status = STATUSES.find((one) => one === chosen) ?? "active";
  const call = useCall(
    () => delta.listValidators({ status, limit: 100 }),
    [segment, status],
    [version],
  );
  const fresh = useFresh(
    (signal) => delta.events.subscribe("validators", {}, { signal }),
    ({ address }) => address,
    [segment],
  );
  const expected = info?.activeValidators;
  // Rows for each of them, and no others that go again.
  if (!info && !call.value && !call.error)
    return (
      <>
        <PageTitle title="Validators" />
        <p class="loading">Loading…</p>
      </>
    );
  return (
    <>
      <PageTitle title="Validators" />
      <Paged call={call}>
        {(items) => {
          const validators = items?.map((one) => fresh.get(one.address) ?? one);
          return (
            <>
              <Card title="Stake by validator">
                <StakeChart validators={validators} expected={expected} />
              </Card>
              <Card
                title="Validators"
                aside={<Choices label="Status" name="status" values={STATUSES} chosen={status} />}
              >
                <ValidatorTable validators={validators} expected={expected} />
              </Card>
            </>
          );
        }}
      </Paged>
    </>
  );
}

interface ValidatorTableProps {
  /** Undefined until they are read. */
  readonly validators: readonly Validator[] | undefined;
  readonly expected: number | undefined;
}

function ValidatorTable({ validators, expected }: ValidatorTableProps): JSX.Element {
  const { segment } = useView();
  const all = validators ?? [];
  const total = all.reduce((sum, one) => sum + one.stake + one.delegatedStake, 0n);
  const rankOf = (one: Validator): number => all.indexOf(one) + 1;
  const shareIn = ({ stake, delegatedStake }: Validator): number =>
    shareOf(stake + delegatedStake, total);
  return (
    <Table
      caption="Validators by stake"
      items={validators}
      keyOf={({ address }) => address}
      empty="No validators of this status."
      expected={expected}
      isSortable
      file={{ name: "validators" }}
      columns={[
        { title: "#", cell: (one) => rankOf(one), value: rankOf },
        {
          title: "Name",
          cell: ({ name, address }) => (
            <span class="who">
              <Identicon text={address} />
              <a class="name" href={hrefOf(segment, "validator", address)}>
                {name}
              </a>
            </span>
          ),
          value: ({ name }) => name,
          narrow: "first",
        },
        {
          title: "Address",
          cell: ({ address }) => <HashLink page="account" id={address} />,
          value: ({ address }) => address,
          narrow: "second",
        },
        {
          title: "Own stake",
          cell: ({ stake }) => <Amount value={stake} />,
          value: ({ stake }) => numberOf(stake),
          isNumber: true,
        },
        {
          title: "Delegated",
          cell: ({ delegatedStake }) => <Amount value={delegatedStake} />,
          value: ({ delegatedStake }) => numberOf(delegatedStake),
          isNumber: true,
        },
        {
          title: "Share",
          cell: (one) => <Decimals text={formatRatio(shareIn(one))} isRatio />,
          value: shareIn,
          isNumber: true,
          narrow: "first-end",
        },
        {
          title: "Commission",
          cell: ({ commission }) => <Decimals text={formatRatio(commission)} isRatio />,
          value: ({ commission }) => commission,
          isNumber: true,
          narrow: "second-end",
          isNamed: true,
        },
        {
          title: "Uptime",
          cell: ({ uptime }) => <Decimals text={formatRatio(uptime)} isRatio />,
          value: ({ uptime }) => uptime,
          isNumber: true,
        },
        {
          title: "Status",
          cell: ({ status }) => <Status status={status} />,
          value: ({ status }) => status,
          narrow: "mark",
        },
      ]}
    />
  );
}
