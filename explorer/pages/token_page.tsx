import type { Transaction } from "alphadelta";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { Identicon } from "../components/identicon.tsx";
import { Lead } from "../components/lead.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Table } from "../components/table.tsx";
import { TokenAmount } from "../components/token_amount.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { useArrivals } from "../hooks/use_arrivals.ts";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useToken } from "../hooks/use_tokens.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import type { Token } from "../live/token_book.ts";
import { formatCount, plainAmount, shorten } from "../values/format.ts";

/** Token transfers that are read at a time. */
const STEP = 100;
/** Accounts whose balance is read. */
const MOST_HOLDERS = 10;

/** A token of delta: its transfers, and the accounts that they were seen with. */
export function TokenPage(): JSX.Element {
  const { segment, live } = useView();
  const { id } = useRoute();
  const delta = useDelta();
  const { version } = useLive();
  const token = useToken(id);
  const [steps, setSteps] = useState(1);
  const { transactions: arrived, isReady } = useArrivals("token_transfer", true);
  const call = useCall(
    () => live.tokens.newest(delta, steps * STEP),
    [segment],
    [version, isReady, steps],
  );
  const known = new Set(call.value?.items.map(({ hash }) => hash));
  const all = call.value && [
    ...arrived.filter(({ hash }) => !known.has(hash)),
    ...call.value.items,
  ];
  const transfers = all?.filter(({ token: moved }) => moved?.contract === id);
  return (
    <>
      <PageTitle title={token?.symbol ?? "Token"} subject={shorten(id)}>
        <Identicon text={id} />
      </PageTitle>
      <Card>
        <Lead
          figure={transfers ? countOf(transfers.length) : <span class="bone" />}
          note={`among the newest ${formatCount(call.value?.items.length ?? STEP)} of all tokens`}
        />
        <Facts
          facts={[
            ["Contract", <HashLink page="account" id={id} isWhole />],
            [
              "Decimals",
              token ? (
                formatCount(token.decimals)
              ) : token === null ? (
                "not known here"
              ) : (
                <span class="bone" />
              ),
            ],
            ["Supply", "not told by the interface"],
          ]}
        />
      </Card>
      <Holders token={token ?? null} contract={id} transfers={transfers} />
      <Card title="Transfers">
        <Loaded call={call} loading={<Transfers items={undefined} />}>
          {({ hasMore }) => (
            <>
              <Transfers items={transfers} />
              {hasMore ? (
                <p>
                  <button type="button" class="button" onClick={() => setSteps(steps + 1)}>
                    Look further back
                  </button>
                </p>
              ) : null}
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

function countOf(transfers: number): string {
  return transfers === 1 ? "1 transfer" : `${formatCount(transfers)} transfers`;
}

function Transfers({ items }: { readonly items: readonly Transaction[] | undefined }): JSX.Element {
  return (
    <LiveRows items={items} keyOf={({ hash }) => hash} noun="transfer" limit={Infinity}>
      {(shown) => (
        <TransactionTable
          caption="Transfers of the token"
          transactions={shown}
          empty="None of these moved the token."
          file={{ name: "transfers" }}
        />
      )}
    </LiveRows>
  );
}

interface HoldersProps {
  readonly contract: string;
  readonly token: Token | null;
  readonly transfers: readonly Transaction[] | undefined;
}

/** Accounts that the transfers name, with what they hold now. */
function Holders({ contract, token, transfers }: HoldersProps): JSX.Element {
  const delta = useDelta();
  const accounts = [...new Set((transfers ?? []).flatMap(({ to, from }) => [to, from]))];
  const asked = accounts.slice(0, MOST_HOLDERS);
  const call = useCall(
    () =>
      Promise.all(
        asked.map(async (address) => {
          const { tokens } = await delta.listAccountTokens(address, { priority: "watch" });
          return { address, balance: tokens.find((one) => one.contract === contract)?.balance };
        }),
      ),
    [contract, transfers !== undefined, asked.toSorted()],
  );
  const held = call.value
    ?.filter(({ balance }) => balance !== undefined)
    .toSorted((one, other) => ((one.balance ?? 0n) < (other.balance ?? 0n) ? 1 : -1));
  return (
    <Card title="Holders seen">
      <Table
        caption="Holders seen"
        items={transfers && held}
        keyOf={({ address }) => address}
        empty="None of the accounts of these transfers holds the token."
        expected={MOST_HOLDERS}
        file={{ name: "holders" }}
        columns={[
          {
            title: "Account",
            cell: ({ address }) => <HashLink page="account" id={address} isCopied />,
            value: ({ address }) => address,
            narrow: "first",
          },
          {
            title: "Balance",
            cell: ({ balance = 0n }) => (
              <TokenAmount contract={contract} value={balance} token={token} />
            ),
            value: ({ balance = 0n }) =>
              token ? plainAmount(balance, token.decimals) : String(balance),
            isNumber: true,
            narrow: "first-end",
          },
        ]}
      />
      {transfers ? (
        <p class="muted">
          Accounts of the transfers below; {formatCount(accounts.length)} seen,{" "}
          {formatCount(asked.length)} read. There may be more: the interface lists no holders.
        </p>
      ) : null}
    </Card>
  );
}
