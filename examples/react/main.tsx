// A page with live blocks. In a project with react and a bundler such as Vite.
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createClient } from "alphadelta";
import { useBlocks } from "./use_blocks.ts";

const endpoints = new URLSearchParams(location.search).get("origin") ?? "http://127.0.0.1:8645";
const delta = createClient("delta", { endpoints });

function Blocks(): ReactNode {
  const { blocks, error } = useBlocks(delta, 10);
  if (error) return <p role="alert">{error.message}</p>;
  return (
    <ol>
      {blocks.map(({ number, hash, txCount }) => (
        <li key={hash}>
          {number}: {txCount} transactions
        </li>
      ))}
    </ol>
  );
}

const root = document.querySelector("#root");
if (root) createRoot(root).render(<Blocks />);
