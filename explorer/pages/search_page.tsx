import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { useCall } from "../hooks/use_call.ts";
import { useRoute } from "../hooks/use_route.ts";
import { useView } from "../hooks/view.ts";
import { find } from "../values/find.ts";

/** Results of a search. A single result is opened at once. */
export function SearchPage(): JSX.Element {
  const { client, segment, live } = useView();
  const text = useRoute().query.get("q") ?? "";
  const call = useCall(
    () => find(client, text, () => live.directory.read(client)),
    [segment, text],
  );
  const { matches = [] } = call.value ?? {};
  const only = matches.length === 1 ? matches[0]?.href : undefined;
  useEffect(() => {
    if (only !== undefined) location.replace(only);
  }, [only]);
  return (
    <>
      <PageTitle title={text === "" ? "Search" : `Search: ${text}`} />
      <Loaded call={call}>
        {({ reason }) =>
          matches.length === 0 ? (
            <Notice tone="plain" title="Not found" text={`${reason} Searched on ${segment}.`} />
          ) : (
            <Card title="Found">
              <ul class="ids">
                {matches.map(({ kind, name, href }) => (
                  <li key={href}>
                    <span class="pill plain">{kind}</span> <a href={href}>{name}</a>
                  </li>
                ))}
              </ul>
            </Card>
          )
        }
      </Loaded>
    </>
  );
}
