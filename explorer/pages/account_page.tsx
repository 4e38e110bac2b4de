import type { Account, Client } from "alphadelta";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { BalanceHistory } from "../components/balance_history.tsx";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { HashLink, HashText } from "../components/hash_link.tsx";
import { Identicon } from "../components/identicon.tsx";
import { Lead } from "../components/lead.tsx";
import { LiveRows } from "../components/live_rows.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { Producer } from "../components/producer.tsx";
import { Table } from "../components/table.tsx";
import { QrButton } from "../components/qr_button.tsx";
import { TokenAmount, TokenLink } from "../components/token_amount.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { Ago, Amount, Moment } from "../components/value_parts.tsx";
import { type CallState, useCall } from "../hooks/use_call.ts";
import { useNews } from "../hooks/use_news.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import { formatCount, shorten } from "../values/format.ts";
import { pageNumber } from "../values/page_number.ts";
import { hrefOf } from "../values/route.ts";
import { segmentOf } from "../values/suggest.ts";

type Tokens = Awaited<ReturnType<Client<"delta">["listAccountTokens"]>>;

const LIMIT = 25;
const DIRECTIONS = ["all", "in", "out"] as const;

/** An account: what it holds, its transactions, and on delta its tokens and stake. */
export function AccountPage(): JSX.Element {
  const { client, segment } = useView();
  const delta = useDelta();
  const route = useRoute();
  const { id } = route;
  const { version } = useLive();
  const news = useNews(id);
  const own = segmentOf(id, segment) ?? segment;
  useEffect(() => {
    if (own !== segment) location.replace(hrefOf(own, "account", id));
  }, [own, segment, id]);
  const account = useCall(() => client.getAccount(id), [segment, id], [version, news]);
  const tokens = useCall(
    async () => (client.chain === "delta" ? await delta.listAccountTokens(id) : { tokens: [] }),
    [segment, id],
    [version, news],
  );
  const direction = DIRECTIONS.find((one) => one === route.query.get("direction")) ?? "all";
  const page = pageNumber(route);
  const list = useCall(
    () => client.listAccountTransactions(id, { direction, page, limit: LIMIT }),
    [segment, id, direction, page],
    [version, news],
  );
  const missing = (
    <Notice
      tone="plain"
      title="This account has not been seen yet"
      text="No block has mentioned the address. It holds nothing."
    />
  );
  return (
    <>
      <PageTitle title={account.value?.isContract ? "Contract" : "Account"} subject={shorten(id)}>
        <Identicon text={id} />
        <HashText text={id} name="address">
          <QrButton text={id} />
        </HashText>
      </PageTitle>
      <Loaded call={account} missing={missing}>
        {(found) => (
          <>
            <Card>
              <Lead
                figure={
                  <>
                    <Amount value={found.balance} isHeadline />
                    {tokens.value?.tokens.map((one) => (
                      <span key={one.contract} class="further">
                        <TokenAmount
                          contract={one.contract}
                          value={one.balance}
                          token={one}
                          isHeadline
                        />
                      </span>
                    ))}
                  </>
                }
                note={
                  found.isContract && client.chain === "delta" ? (
                    <a href={hrefOf(segment, "token", id)}>Its page as a token</a>
                  ) : undefined
                }
              />
              <Facts facts={factsOf(found)} />
            </Card>
            {client.chain === "delta" ? <DeltaParts address={id} tokens={tokens} /> : null}
            <BalanceHistory account={found} />
            <Card
              title="Transactions"
              aside={
                <Choices
                  label="Direction"
                  name="direction"
                  values={DIRECTIONS}
                  chosen={direction}
                />
              }
            >
              <Paged call={list}>
                {(items) => (
                  <LiveRows
                    items={items}
                    keyOf={({ hash }) => hash}
                    noun="transaction"
                    limit={LIMIT}
                  >
                    {(shown) => (
                      <TransactionTable
                        caption="Transactions of the account"
                        transactions={shown}
                        empty="No transactions of this direction."
                        expected={Math.min(found.txCount, LIMIT)}
                        account={id}
                        file={{ name: "account", command: `export account ${id}` }}
                      />
                    )}
                  </LiveRows>
                )}
              </Paged>
            </Card>
          </>
        )}
      </Loaded>
    </>
  );
}

function factsOf(account: Account): readonly Fact[] {
  const { nonce, txCount, firstSeen, lastSeen } = account;
  return [
    ["Nonce", formatCount(nonce)],
    ["Transactions", formatCount(txCount)],
    ["First seen", <Moment timestamp={firstSeen} />],
    ["Last seen", <Ago timestamp={lastSeen} />],
  ];
}

interface DeltaPartsProps {
  readonly address: string;
  readonly tokens: CallState<Tokens>;
}

function DeltaParts({ address, tokens }: DeltaPartsProps): JSX.Element {
  const delta = useDelta();
  const { version } = useLive();
  const stake = useCall(() => delta.rpc.delta_getStake(address), [address], [version]);
  return (
    <div class="columns">
      <Card title="Tokens">
        <Loaded call={tokens}>
          {(found) => (
            <Table
              caption="Tokens of the account"
              items={found.tokens}
              keyOf={({ contract }) => contract}
              empty="The account holds no tokens."
              columns={[
                {
                  title: "Token",
                  cell: (one) => <TokenLink contract={one.contract} token={one} />,
                  narrow: "first",
                },
                {
                  title: "Contract",
                  cell: ({ contract }) => <HashLink page="account" id={contract} />,
                  narrow: "second",
                },
                {
                  title: "Balance",
                  cell: (one) => (
                    <TokenAmount contract={one.contract} value={one.balance} token={one} />
                  ),
                  isNumber: true,
                  narrow: "first-end",
                },
              ]}
            />
          )}
        </Loaded>
      </Card>
      <Card title="Stake">
        <Loaded call={stake}>
          {({ stakedAmount, delegatedTo, rewards, unbondingAmount, unbondingCompleteTime }) => (
            <Facts
              facts={[
                ["Staked", <Amount value={stakedAmount} isWhole />],
                [
                  "Delegated to",
                  delegatedTo === null ? "nobody" : <Producer address={delegatedTo} />,
                ],
                ["Rewards", <Amount value={rewards} isWhole />],
                ["Unbonding", <Amount value={unbondingAmount} isWhole />],
                [
                  "Unbonded",
                  unbondingCompleteTime === null ? undefined : (
                    <Ago timestamp={unbondingCompleteTime} />
                  ),
                ],
              ]}
            />
          )}
        </Loaded>
      </Card>
    </div>
  );
}
