import { resolveEndpoints } from "alphadelta/chains";
import { DEV_TOKEN_HEADER } from "alphadelta/devnet";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useStore } from "../hooks/use_store.ts";
import { useView } from "../hooks/view.ts";
import type { CallLog, Exchange, LoggedCall } from "../session/call_log.ts";
import { CopyButton } from "./copy_button.tsx";

interface MadeWithProps {
  readonly log: CallLog;
  /** The calls of the chain that is followed, where the view shows it. */
  readonly chainLog: CallLog | undefined;
  /** Topics that the view subscribes to. */
  readonly topics: readonly string[];
}

/** The calls behind a view: as TypeScript, as curl, and what came. */
export function MadeWith({ log, chainLog, topics }: MadeWithProps): JSX.Element {
  const own = useStore(log.calls);
  const ofChain = useStore((chainLog ?? log).calls);
  const calls = chainLog ? [...ofChain, ...own] : own;
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card made" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Made with the API
        <span class="muted">
          {" "}
          {calls.length === 1 ? "1 call" : `${calls.length} calls`}
          {topics.length > 0 ? `, live by ${topics.join(", ")}` : ""}
        </span>
      </summary>
      {isOpen ? (
        <>
          {calls.map((call) => (
            <MadeCall key={call.code} call={call} />
          ))}
          {topics.map((topic) => (
            <MadeSubscription key={topic} topic={topic} />
          ))}
        </>
      ) : null}
    </details>
  );
}

function MadeCall({ call }: { readonly call: LoggedCall }): JSX.Element {
  const { code, exchange, operation, state } = call;
  const program = useProgram(`console.log(${code});`);
  return (
    <article class="made-call">
      <h2>
        <code>{operation}</code>
        {exchange ? <span class="pill plain">{exchange.status}</span> : null}
      </h2>
      <Code title="TypeScript" text={program} />
      {exchange ? (
        <>
          <Code title="curl" text={curlOf(exchange)} />
          <Code title="Answer" text={pretty(exchange.text)} />
        </>
      ) : (
        <p class="muted">
          {state === "running" ? "On its way" : "Answered from the client's cache, or not at all"}
        </p>
      )}
    </article>
  );
}

function MadeSubscription({ topic }: { readonly topic: string }): JSX.Element {
  const { client, session, segment } = useView();
  const program = useProgram(
    `for await (const event of ${client.chain}.events.subscribe("${topic}")) console.log(event.data ?? event.reorg);`,
  );
  const socket = resolveEndpoints(segment, session.endpoint).ws ?? "";
  const frame = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "chain_subscribe",
    params: [topic],
  });
  return (
    <article class="made-call">
      <h2>
        <code>events.subscribe("{topic}")</code>
      </h2>
      <Code title="TypeScript" text={program} />
      <Code title={`Frame on ${socket}`} text={frame} />
    </article>
  );
}

/** A whole program around a line. */
function useProgram(line: string): string {
  const { client, session, segment } = useView();
  return `import { createClient } from "alphadelta";

const ${client.chain} = createClient("${segment}", { endpoints: "${session.endpoint}" });
${line}`;
}

function Code({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <figure class="code">
      <figcaption>
        {title}
        <CopyButton text={text} name={title} />
      </figcaption>
      <pre tabIndex={0} aria-label={title}>
        {text}
      </pre>
    </figure>
  );
}

/** The request as a line for a shell. Nothing in single quotes is special to it but these. */
function curlOf({ method, url, body }: Exchange): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  if (method === "GET") return `curl ${quote(url)}`;
  const token = body?.includes('"method":"dev_') ? ` \\\n  -H "${DEV_TOKEN_HEADER}: $TOKEN"` : "";
  const data =
    body === undefined ? "" : ` \\\n  -H 'Content-Type: application/json' \\\n  -d ${quote(body)}`;
  return `curl -X ${method} ${quote(url)}${token}${data}`;
}

/** JSON over several lines; what is none stays as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
