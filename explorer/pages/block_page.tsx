import type { Block } from "alphadelta";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink, HashText } from "../components/hash_link.tsx";
import { Lead } from "../components/lead.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { Producer } from "../components/producer.tsx";
import { Ago, Moment } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useLive, useView } from "../hooks/view.ts";
import { formatCount, formatRatio, shareOf, shorten } from "../values/format.ts";
import { pageNumber } from "../values/page_number.ts";
import { hrefOf } from "../values/route.ts";

const LIMIT = 25;

/** A block, by height or hash, with its transactions. */
export function BlockPage(): JSX.Element {
  const { client, segment } = useView();
  const { id } = useRoute();
  const { version, blocks } = useLive();
  const head = blocks[0]?.number;
  const isNumber = /^\d{1,15}$/.test(id);
  const call = useCall(() => client.getBlock(isNumber ? Number(id) : id), [segment, id], [version]);
  const number = call.value?.number;
  const replaced = useReplaced(call.value);
  const title = isNumber ? formatCount(Number(id)) : shorten(id);
  const missing = (
    <Notice
      tone="plain"
      title={`There is no block ${isNumber ? formatCount(Number(id)) : shorten(id)}`}
      text={
        isNumber && head !== undefined && Number(id) > head
          ? `The newest block is ${formatCount(head)}.`
          : "A reorganisation may have replaced it, or it never was."
      }
    />
  );
  return (
    <>
      <PageTitle title={`Block ${number === undefined ? title : formatCount(number)}`}>
        {call.value ? <HashText text={call.value.hash} name="hash" /> : null}
        {number === undefined ? null : <Neighbours number={number} head={head} />}
      </PageTitle>
      {replaced === undefined ? null : (
        <Notice
          tone="wait"
          title="This block was replaced"
          text={`A reorganisation put another block at this height; it was ${shorten(replaced)} before.`}
        />
      )}
      <Loaded call={call} missing={missing}>
        {(block) => (
          <>
            <BlockFacts block={block} head={head} />
            <BlockTransactions block={block} />
          </>
        )}
      </Loaded>
    </>
  );
}

function BlockTransactions({ block }: { readonly block: Block }): JSX.Element {
  const { client, segment } = useView();
  const { version } = useLive();
  const page = pageNumber(useRoute());
  const { number, txCount } = block;
  const call = useCall(
    () => client.listBlockTransactions(number, { page, limit: LIMIT }),
    [segment, number, page],
    [version],
  );
  return (
    <Card title="Transactions">
      <Paged call={call}>
        {(items) => (
          <TransactionTable
            caption={`Transactions of block ${number}`}
            transactions={items}
            empty="The block has no transactions."
            expected={Math.min(txCount, LIMIT)}
            isOneBlock
            file={{
              name: `block-${number}`,
              command: `export transactions --from ${number} --to ${number}`,
            }}
          />
        )}
      </Paged>
    </Card>
  );
}

/** The hash that the block at this height had while the page was shown, once it has another. */
function useReplaced(block: Block | undefined): string | undefined {
  const seen = useRef<Block>(undefined);
  const replaced = useRef<string>(undefined);
  if (block && seen.current && seen.current.hash !== block.hash)
    replaced.current = seen.current.number === block.number ? seen.current.hash : undefined;
  useEffect(() => {
    if (block) seen.current = block;
  }, [block]);
  return replaced.current;
}

function Neighbours({
  number,
  head,
}: {
  readonly number: number;
  readonly head: number | undefined;
}): JSX.Element {
  const { segment } = useView();
  return (
    <nav class="neighbours" aria-label="Neighbouring blocks">
      {number > 0 ? (
        <a class="button" href={hrefOf(segment, "block", number - 1)}>
          ‹ Previous
        </a>
      ) : null}
      {head !== undefined && number < head ? (
        <a class="button" href={hrefOf(segment, "block", number + 1)}>
          Next ›
        </a>
      ) : null}
    </nav>
  );
}

function BlockFacts({
  block,
  head,
}: {
  readonly block: Block;
  readonly head: number | undefined;
}): JSX.Element {
  const { gasUsed, gasLimit, number, timestamp, txCount } = block;
  const above = head === undefined ? undefined : Math.max(0, head - number);
  return (
    <Card>
      <Lead
        figure={txCount === 1 ? "1 transaction" : `${formatCount(txCount)} transactions`}
        note={
          <>
            <Ago timestamp={timestamp} />
            <span class="who">
              by <Producer address={block.validator} />
            </span>
          </>
        }
      />
      <Facts
        facts={[
          ["Time", <Moment timestamp={timestamp} isBare />],
          [
            "Gas used",
            <>
              {formatCount(gasUsed)} of {formatCount(gasLimit)}{" "}
              <span class="muted">({formatRatio(shareOf(gasUsed, gasLimit))})</span>
            </>,
          ],
          ["Blocks above", above === undefined ? undefined : formatCount(above)],
          [
            "Block before",
            number === 0 ? undefined : <HashLink page="block" id={block.parentHash} isWhole />,
          ],
          ["State root", <HashText text={block.stateRoot} name="hash" />],
          ["Transactions root", <HashText text={block.transactionsRoot} name="hash" />],
          ["Receipts root", <HashText text={block.receiptsRoot} name="hash" />],
        ]}
      />
    </Card>
  );
}
