import type { Block } from "alphadelta";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { Facts } from "../components/facts.tsx";
import { HashLink, Whole } from "../components/hash_link.tsx";
import { CopyButton } from "../components/copy_button.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Paged } from "../components/paged.tsx";
import { TransactionTable } from "../components/transaction_table.tsx";
import { Moment } from "../components/value_parts.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useLive, useProducerPage, useView } from "../hooks/view.ts";
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
      <PageTitle kind="Block" title={call.value ? formatCount(call.value.number) : title}>
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
    <Card title={`Transactions (${formatCount(txCount)})`}>
      <Paged call={call}>
        {(items) => (
          <TransactionTable
            caption={`Transactions of block ${number}`}
            transactions={items}
            empty="The block has no transactions."
            expected={Math.min(txCount, LIMIT)}
            isOneBlock
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
  const producerPage = useProducerPage();
  const hash = (text: string): JSX.Element => (
    <span class="hash mono">
      <Whole text={text} />
      <CopyButton text={text} name="hash" />
    </span>
  );
  const above = head === undefined ? undefined : Math.max(0, head - block.number);
  return (
    <Card title="Block">
      <Facts
        facts={[
          ["Hash", hash(block.hash)],
          ["Time", <Moment timestamp={block.timestamp} />],
          ["Blocks above", above === undefined ? undefined : formatCount(above)],
          ["Producer", <HashLink page={producerPage} id={block.validator} isWhole />],
          [
            "Gas used",
            <>
              {formatCount(block.gasUsed)} of {formatCount(block.gasLimit)}{" "}
              <span class="muted">({formatRatio(shareOf(block.gasUsed, block.gasLimit))})</span>
            </>,
          ],
          [
            "Block before",
            block.number === 0 ? undefined : (
              <HashLink page="block" id={block.parentHash} isWhole />
            ),
          ],
          ["State root", hash(block.stateRoot)],
          ["Transactions root", hash(block.transactionsRoot)],
          ["Receipts root", hash(block.receiptsRoot)],
        ]}
      />
    </Card>
  );
}
