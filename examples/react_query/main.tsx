// A list of blocks and one of them, kept up to date by events. In a project with react, @tanstack/react-query and a bundler.
import { type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createClient } from "alphadelta";
import { infiniteQueryOptions, invalidateOnBlocks, queryOptions } from "alphadelta/query";

const endpoints = new URLSearchParams(location.search).get("origin") ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints });

function Blocks(): ReactNode {
  const queryClient = useQueryClient();
  useEffect(() => invalidateOnBlocks(queryClient, delta), [queryClient]);
  const [shown, setShown] = useState<number>();
  const blocks = useInfiniteQuery(infiniteQueryOptions(delta, "listBlocks", { limit: 10 }));
  if (blocks.error) return <p role="alert">{blocks.error.message}</p>;
  return (
    <>
      {shown !== undefined && <Block height={shown} />}
      <ol>
        {blocks.data?.pages
          .flatMap(({ items }) => items)
          .map(({ number, hash, txCount }) => (
            <li key={hash}>
              {number}: {txCount} transactions{" "}
              <button onClick={() => setShown(number)}>Show</button>
            </li>
          ))}
      </ol>
      {blocks.hasNextPage && <button onClick={() => void blocks.fetchNextPage()}>Older</button>}
    </>
  );
}

function Block({ height }: { readonly height: number }): ReactNode {
  const { data, error } = useQuery(queryOptions(delta, "getBlock", height));
  if (error) return <p role="alert">{error.message}</p>;
  return data && <output>{`Block ${data.number}: ${data.gasUsed} gas`}</output>;
}

const root = document.querySelector("#root");
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <Blocks />
    </QueryClientProvider>,
  );
}
