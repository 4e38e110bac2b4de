import type { Account, Client } from "alphadelta";
import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { Choices } from "../components/choices.tsx";
import { Decimals } from "../components/decimals.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { HashLink, HashText } from "../components/hash_link.tsx";
import { Identicon } from "../components/identicon.tsx";
import { Lead } from "../components/lead.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Pager } from "../components/pager.tsx";
import { Table } from "../components/table.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { Ago, Amount } from "../components/value_parts.tsx";
import { type CallState, useCall } from "../hooks/use_call.ts";
import { useNews } from "../hooks/use_news.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import { formatAmount, formatCount, formatMoment, shorten } from "../values/format.ts";
import { hrefOf } from "../values/route.ts";
import { pageNumber } from "../values/page_number.ts";

type Tokens = Awaited<ReturnType<Client<"delta">["listAccountTokens"]>>;
type Token = Tokens["tokens"][number];

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
        <HashText text={id} name="address" />
      </PageTitle>
      <Loaded call={account} missing={missing}>
        {(found) => (
          <>
            <Card>
              <Lead
                figure={
                  <>
                    <Amount value={found.balance} isWhole />
                    {tokens.value?.tokens.map((token) => (
                      <TokenBalance key={token.contract} token={token} />
                    ))}
                  </>
                }
              />
              <Facts facts={factsOf(found)} />
            </Card>
            {client.chain === "delta" ? <DeltaParts address={id} tokens={tokens} /> : null}
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
              <Loaded call={list}>
                {({ items, pagination }) => (
                  <>
                    <TransactionTable
                      caption="Transactions of the account"
                      transactions={items}
                      empty="No transactions of this direction."
                      account={id}
                      file={{ name: "account", command: `export account ${id}` }}
                    />
                    <Pager info={pagination} />
                  </>
                )}
              </Loaded>
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
    [
      "First seen",
      <>
        {formatMoment(firstSeen)}{" "}
        <span class="muted">
          (<Ago timestamp={firstSeen} />)
        </span>
      </>,
    ],
    ["Last seen", <Ago timestamp={lastSeen} />],
  ];
}

/** What an account holds of a token, beside its native balance. */
function TokenBalance({ token }: { readonly token: Token }): JSX.Element {
  const { segment } = useView();
  const { balance, contract, decimals, symbol } = token;
  return (
    <span class="further number">
      {formatAmount(balance, decimals)}{" "}
      <a class="name" href={hrefOf(segment, "account", contract)}>
        {symbol}
      </a>
    </span>
  );
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
                  cell: ({ symbol }) => <strong class="name">{symbol}</strong>,
                  narrow: "first",
                },
                {
                  title: "Contract",
                  cell: ({ contract }) => <HashLink page="account" id={contract} />,
                  narrow: "second",
                },
                {
                  title: "Balance",
                  cell: ({ balance, decimals }) => (
                    <Decimals text={formatAmount(balance, decimals)} />
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
                  delegatedTo === null ? (
                    "nobody"
                  ) : (
                    <HashLink page="validator" id={delegatedTo} isCopied />
                  ),
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
