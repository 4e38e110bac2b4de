import type { JSX } from "preact";
import { BlockTable } from "../components/block_table.tsx";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { Identicon } from "../components/identicon.tsx";
import { Lead } from "../components/lead.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Amount, Status } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useFresh } from "../hooks/use_fresh.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import { formatRatio, shorten } from "../values/format.ts";

const SHOWN = 10;

/** A validator of delta, and the blocks that it made lately. */
export function ValidatorPage(): JSX.Element {
  const { segment } = useView();
  const { id } = useRoute();
  const delta = useDelta();
  const { version, blocks, hasReadBlocks } = useLive();
  const call = useCall(() => delta.getValidator(id), [segment, id], [version]);
  const fresh = useFresh(
    (signal) => delta.events.subscribe("validators", { address: id }, { signal }),
    ({ address }) => address,
    [segment, id],
  );
  const value = fresh.get(id) ?? call.value;
  return (
    <>
      <PageTitle title={value?.name ?? "Validator"} subject={shorten(id)}>
        <Identicon text={id} />
        {value ? <Status status={value.status} /> : null}
      </PageTitle>
      <Loaded
        call={{ ...call, value }}
        missing={<Notice tone="plain" title="This address is no validator" text={id} />}
      >
        {({ stake, delegatedStake, commission, uptime }) => (
          <Card>
            <Lead
              figure={<Amount value={(stake ?? 0n) + (delegatedStake ?? 0n)} isWhole />}
              note="own and delegated stake"
            />
            <Facts
              facts={[
                ["Account", <HashLink page="account" id={id} isWhole />],
                ["Own stake", <Amount value={stake} isWhole />],
                ["Delegated stake", <Amount value={delegatedStake} isWhole />],
                ["Commission", formatRatio(commission)],
                ["Uptime", formatRatio(uptime)],
              ]}
            />
          </Card>
        )}
      </Loaded>
      {value ? (
        <Card title="Its newest blocks">
          <LiveRows
            items={hasReadBlocks ? blocks.filter(({ validator }) => validator === id) : undefined}
            keyOf={({ hash }) => hash}
            noun="block"
            limit={SHOWN}
          >
            {(shown) => (
              <BlockTable caption="Newest blocks of the validator" blocks={shown} isOfOne />
            )}
          </LiveRows>
        </Card>
      ) : null}
    </>
  );
}
