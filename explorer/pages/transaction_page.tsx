import type { Client, RpcLog, RpcReceipt, RpcTransaction, Transaction } from "alphadelta";
import { isAlphadeltaError } from "alphadelta";
import { isAddress } from "alphadelta/units";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { HashLink, HashText } from "../components/hash_link.tsx";
import { Lead } from "../components/lead.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Table } from "../components/table.tsx";
import { TokenAmount, TransactionValue } from "../components/token_amount.tsx";
import { Amount, Height, Moment, Status } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useTokens } from "../hooks/use_tokens.ts";
import { useLive, useView, type View } from "../hooks/view.ts";
import {
  formatCount,
  formatGasPrice,
  formatRatio,
  formatWord,
  shareOf,
  shorten,
} from "../values/format.ts";

/** A transaction as the service shows it. */
interface Found {
  /** Null of one that the service does not know. */
  readonly known: RpcTransaction | null;
  /** Undefined unless it is in a block. */
  readonly included: Transaction | undefined;
  readonly receipt: RpcReceipt | null;
}

/** A transaction: waiting, in a block, failed, or dropped by a reorganisation. */
export function TransactionPage(): JSX.Element {
  const view = useView();
  const { live, segment } = view;
  const { id } = useRoute();
  const { version, transactions } = useLive();
  const newest = transactions.find(({ hash }) => hash === id)?.blockHash;
  const call = useCall(() => findTransaction(view, id), [segment, id], [version, newest]);
  const { value } = call;
  // New transactions are followed for as long as this one may be among them.
  const isWaiting = value !== undefined && !value.included;
  useEffect(() => (isWaiting ? live.watchTransactions() : undefined), [isWaiting, live]);
  const before = useLastBlock(id, value);
  return (
    <>
      <PageTitle title="Transaction" subject={shorten(id)}>
        <HashText text={id} name="hash" />
        {value ? <Status status={statusOf(value, before)} /> : null}
      </PageTitle>
      <Loaded call={call}>
        {(found) => <FoundTransaction found={found} before={before} hash={id} />}
      </Loaded>
    </>
  );
}

async function findTransaction({ client, live }: View, hash: string): Promise<Found> {
  const [known, included, receipt] = await Promise.all([
    client.rpc.tx_getTransaction(hash),
    client.getTransaction(hash).catch((error: unknown) => {
      if (isAlphadeltaError(error, "RestError") && error.status === 404) return undefined;
      throw error;
    }),
    client.rpc.tx_getTransactionReceipt(hash),
  ]);
  if (included?.token)
    await live.tokens.read(client as unknown as Client<"delta">, included.token.contract);
  return { known, included, receipt };
}

/** Height of the block in which the page has seen the transaction last, if it is not there any more. */
function useLastBlock(hash: string, found: Found | undefined): number | undefined {
  const seen = useRef<{ readonly hash: string; readonly blockNumber: number }>(undefined);
  useEffect(() => {
    if (found?.included) seen.current = { hash, blockNumber: found.included.blockNumber };
  }, [hash, found]);
  const { current } = seen;
  return current?.hash === hash && found && !found.included ? current.blockNumber : undefined;
}

function statusOf({ known, included }: Found, before: number | undefined): string {
  if (included) return included.status;
  if (known) return "pending";
  return before === undefined ? "unknown" : "dropped";
}

interface FoundProps {
  readonly found: Found;
  readonly before: number | undefined;
  readonly hash: string;
}

function FoundTransaction({ found, before, hash }: FoundProps): JSX.Element {
  const { known, included, receipt } = found;
  const notes = (
    <>
      {before !== undefined && known ? (
        <Notice
          tone="wait"
          title="Pending again"
          text={`A reorganisation replaced block ${formatCount(before)}, which held it. It waits for another block.`}
        />
      ) : null}
      {before !== undefined && !known ? (
        <Notice
          tone="bad"
          title="Dropped after a reorganisation"
          text={`Block ${formatCount(before)}, which held it, was replaced, and it does not wait for another one.`}
        />
      ) : null}
      {included?.status === "failed" ? (
        <Notice
          tone="bad"
          title="This transaction failed"
          text="It is in a block and was charged for its gas. It had no other effect."
        />
      ) : null}
    </>
  );
  if (!known && !included)
    return before === undefined ? (
      <Notice
        tone="plain"
        title="There is no such transaction"
        text={`Neither a block nor the transactions that wait have ${shorten(hash, 12, 10)}. It may belong to another chain.`}
      />
    ) : (
      notes
    );
  return (
    <>
      {notes}
      <Card>
        <TransactionLead known={known} included={included} />
        <Facts
          facts={[...commonFacts(known, included), ...(included ? blockFacts(included) : [])]}
        />
      </Card>
      {included ? <AlphaParts transaction={included} /> : null}
      {receipt ? <Logs receipt={receipt} /> : null}
    </>
  );
}

/** The amount, the sender and the receiver; the type where nothing moves. */
function TransactionLead({
  known,
  included,
}: Pick<Found, "known" | "included">): JSX.Element | null {
  const shown = included ?? known;
  if (!shown) return null;
  const { from, to, value } = shown;
  const type = formatWord(included?.type ?? "transaction");
  const moved =
    included?.type === "token_transfer" && included.status === "success" ? (
      <TransactionValue transaction={included} isWhole />
    ) : value > 0n ? (
      <Amount value={value} isWhole />
    ) : undefined;
  return (
    <Lead
      figure={moved ?? type}
      note={
        <>
          <HashLink page="account" id={from} isWhole />
          {from === to ? null : (
            <span class="who">
              <span role="img" aria-label="to">
                →
              </span>
              <HashLink page="account" id={to} isWhole />
            </span>
          )}
          {moved ? <span>{type}</span> : null}
        </>
      }
    />
  );
}

function commonFacts(
  known: RpcTransaction | null,
  included: Transaction | undefined,
): readonly Fact[] {
  const shown = included ?? known;
  if (!shown) return [];
  return [
    ["Block", included ? <InBlock transaction={included} /> : "Waits for a block"],
    ["Time", included ? <Moment timestamp={included.timestamp} /> : undefined],
    ["Nonce", formatCount(shown.nonce)],
  ];
}

function InBlock({ transaction }: { readonly transaction: Transaction }): JSX.Element {
  const { blocks } = useLive();
  const head = blocks[0]?.number;
  const { blockNumber } = transaction;
  const confirmations = head === undefined ? undefined : Math.max(1, head - blockNumber + 1);
  return (
    <>
      <Height number={blockNumber} />{" "}
      {confirmations === undefined ? null : (
        <span class="pill plain">
          {confirmations === 1 ? "1 confirmation" : `${formatCount(confirmations)} confirmations`}
        </span>
      )}
    </>
  );
}

function blockFacts({ gasPrice, gasUsed, gasLimit }: Transaction): readonly Fact[] {
  return [
    ["Fee", <Amount value={gasPrice * gasUsed} isWhole />],
    [
      "Gas used",
      <>
        {formatCount(gasUsed)} of {formatCount(gasLimit)}{" "}
        <span class="muted">({formatRatio(shareOf(gasUsed, gasLimit))})</span>
      </>,
    ],
    ["Gas price", <span class="number">{formatGasPrice(gasPrice)}</span>],
  ];
}

/** Records that a transaction of alpha spends and creates. */
function AlphaParts({ transaction }: { readonly transaction: Transaction }): JSX.Element | null {
  const { serialNumbers, commitments } = transaction;
  if (!serialNumbers && !commitments) return null;
  const list = (page: "serial" | "record", ids: readonly string[]): JSX.Element => (
    <ul class="ids">
      {ids.map((id) => (
        <li key={id}>
          <HashLink page={page} id={id} isWhole />
        </li>
      ))}
    </ul>
  );
  return (
    <div class="columns">
      <Card title="Serial numbers spent">{list("serial", serialNumbers ?? [])}</Card>
      <Card title="Records created">{list("record", commitments ?? [])}</Card>
    </div>
  );
}

function Logs({ receipt }: { readonly receipt: RpcReceipt }): JSX.Element {
  return (
    <Card title="Events">
      <Table
        caption="Events of the transaction"
        items={receipt.logs}
        keyOf={({ index, event }) => `${index} ${event}`}
        empty="The transaction logged no events."
        columns={[
          {
            title: "Event",
            cell: ({ event }) => <strong>{event ?? ""}</strong>,
            narrow: "first",
          },
          {
            title: "Of",
            narrow: "first-end",
            cell: ({ address }) =>
              address === undefined ? "" : <HashLink page="account" id={address} />,
          },
          {
            title: "Data",
            narrow: "second",
            cell: ({ address, data }) => <LogData address={address} data={data} />,
          },
        ]}
      />
    </Card>
  );
}

/** Details that are amounts: of the token whose contract logged them, or native. */
const AMOUNTS = new Set(["value", "weight"]);

interface LogDataProps {
  readonly address: string | undefined;
  readonly data: RpcLog["data"];
}

function LogData({ address, data }: LogDataProps): JSX.Element {
  const tokens = useTokens();
  const token = address === undefined ? undefined : tokens.token(address);
  const show = (name: string, value: string): JSX.Element => {
    if (!AMOUNTS.has(name) || !/^\d{1,80}$/.test(value))
      return isAddress(value) ? (
        <HashLink page="account" id={value} />
      ) : (
        <span class="mono">{shorten(value, 12, 8)}</span>
      );
    return token && address !== undefined ? (
      <TokenAmount contract={address} value={BigInt(value)} token={token} isWhole />
    ) : (
      <Amount value={BigInt(value)} isWhole />
    );
  };
  return (
    <span class="data">
      {Object.entries(data ?? {}).map(([name, value]) => (
        <span key={name} class="detail">
          <span class="muted">{name}</span> {show(name, value)}{" "}
        </span>
      ))}
    </span>
  );
}
