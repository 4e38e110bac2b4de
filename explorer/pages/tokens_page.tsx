import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { HashLink } from "../components/hash_link.tsx";
import { Loaded } from "../components/loaded.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { Table } from "../components/table.tsx";
import { TokenLink } from "../components/token_amount.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useTokens } from "../hooks/use_tokens.ts";
import { useDelta, useLive, useView } from "../hooks/view.ts";
import type { Token } from "../live/token_book.ts";
import { formatCount } from "../values/format.ts";

/** Newest transfers that are read for them. */
const READ = 100;

/** The tokens of delta that were seen. */
export function TokensPage(): JSX.Element {
  const { segment, live } = useView();
  const delta = useDelta();
  const { version } = useLive();
  const book = useTokens();
  const call = useCall(() => live.tokens.newest(delta, READ), [segment], [version]);
  return (
    <>
      <PageTitle title="Tokens" />
      <Card title="Seen in the newest transfers">
        <Loaded call={call} loading={<TokenTable tokens={undefined} countOf={() => 0} />}>
          {({ items }) => (
            <TokenTable
              tokens={book.tokens}
              countOf={(contract) =>
                items.filter(({ token }) => token?.contract === contract).length
              }
            />
          )}
        </Loaded>
        <p class="muted">The interface has no list of tokens: an older one may be missing.</p>
      </Card>
    </>
  );
}

interface TokenTableProps {
  readonly tokens: readonly Token[] | undefined;
  readonly countOf: (contract: string) => number;
}

function TokenTable({ tokens, countOf }: TokenTableProps): JSX.Element {
  return (
    <Table
      caption="Tokens"
      items={tokens}
      keyOf={({ contract }) => contract}
      empty="No transfer of a token was seen."
      expected={3}
      isSortable
      file={{ name: "tokens" }}
      columns={[
        {
          title: "Token",
          cell: (token) => <TokenLink contract={token.contract} token={token} />,
          value: ({ symbol }) => symbol,
          narrow: "first",
        },
        {
          title: "Contract",
          cell: ({ contract }) => <HashLink page="account" id={contract} />,
          value: ({ contract }) => contract,
          narrow: "second",
        },
        {
          title: "Decimals",
          cell: ({ decimals }) => formatCount(decimals),
          value: ({ decimals }) => decimals,
          isNumber: true,
          narrow: "second-end",
          isNamed: true,
        },
        {
          title: "Newest transfers",
          cell: ({ contract }) => formatCount(countOf(contract)),
          value: ({ contract }) => countOf(contract),
          isNumber: true,
          narrow: "first-end",
          isNamed: true,
        },
      ]}
    />
  );
}
