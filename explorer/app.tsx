import type { Segment } from "alphadelta";
import { SEGMENTS } from "alphadelta/chains";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { ConnectionState } from "./components/connection_state.tsx";
import { MadeWith } from "./components/made_with.tsx";
import { Navigation } from "./components/navigation.tsx";
import { Outage } from "./components/outage.tsx";
import { PlaceForm } from "./components/place_form.tsx";
import { Preferences } from "./components/preferences.tsx";
import { SearchField } from "./components/search_field.tsx";
import { SegmentSwitch } from "./components/segment_switch.tsx";
import { UpstreamBadge } from "./components/upstream_badge.tsx";
import { hasDevnet } from "./devnet/has_devnet.ts";
import { useRoute } from "./hooks/use_route.ts";
import { type View, ViewContext } from "./hooks/view.ts";
import { LiveChain } from "./live/live_chain.ts";
import { isOfChain, PageOf, topicsOf } from "./pages/page_of.tsx";
import { readPlace } from "./session/place.ts";
import { Session } from "./session/session.ts";
import { hrefOf, type Route } from "./values/route.ts";

/** The whole explorer. */
export function App(): JSX.Element {
  const { endpoint, apiKey } = readPlace();
  const session = useMemo(
    () => (endpoint === undefined ? undefined : new Session(endpoint, apiKey)),
    [endpoint, apiKey],
  );
  return session ? <Explorer session={session} /> : <Welcome />;
}

/** Asks for a service to read from. */
function Welcome(): JSX.Element {
  return (
    <main class="welcome">
      <h1>alphadelta explorer</h1>
      <p>
        Blocks, transactions and accounts of alpha and delta, live from a service of your choice.
      </p>
      <PlaceForm />
    </main>
  );
}

function Explorer({ session }: { readonly session: Session }): JSX.Element | null {
  const route = useRoute();
  const { segment } = route;
  const live = useLiveChain(session, segment);
  const view = useViewOf(session, route, live);
  const [isDevnet, setDevnet] = useState(false);
  useEffect(() => {
    void hasDevnet({ session, segment }).then(setDevnet);
  }, [session]);
  useEffect(() => session.upstreams.follow(), [session]);
  if (!view) return null;
  return (
    <ViewContext.Provider value={view}>
      <div class={SEGMENTS[segment].chain}>
        <a class="skip" href="#main" onClick={skip}>
          Skip to the page
        </a>
        <header class="top">
          <a class="brand" href={hrefOf(segment)}>
            alphadelta <span>explorer</span>
          </a>
          <SegmentSwitch />
          <SearchField />
          <ConnectionState />
        </header>
        <div class="pages">
          <Navigation isDevnet={isDevnet} />
          <UpstreamBadge />
        </div>
        <main id="main" tabIndex={-1}>
          <Outage />
          <PageOf route={route} isDevnet={isDevnet} />
          <MadeWith
            log={view.log}
            chainLog={isOfChain(route) ? live.log : undefined}
            topics={topicsOf(route)}
          />
        </main>
        <footer>
          <span>
            From <span class="mono">{session.endpoint}</span>
            {session.hasKey ? " with your key" : ""}
          </span>
          <Preferences />
          <a href={hrefOf(segment, "settings")}>Settings</a>
          <a href={`${session.endpoint}/docs`}>Documentation of the API</a>
        </footer>
      </div>
    </ViewContext.Provider>
  );
}

/** The chain that is followed: one at a time. */
function useLiveChain(session: Session, segment: Segment): LiveChain {
  const live = useMemo(() => {
    const { log, close } = session.openLog();
    return {
      chain: new LiveChain(session.client(segment, log), log, () => session.hasSpare()),
      close,
    };
  }, [session, segment]);
  useEffect(
    () => () => {
      live.chain.close();
      live.close();
    },
    [live],
  );
  return live.chain;
}

/** Each page has a client and a log of its own. */
function useViewOf(session: Session, { segment, page, id }: Route, live: LiveChain): View {
  const opened = useMemo(() => {
    const { log, close } = session.openLog();
    const client = session.client(segment, log) as unknown as View["client"];
    return { close, view: { session, segment, client, log, live } };
  }, [session, segment, page, id, live]);
  useEffect(
    () => () => {
      opened.close();
      void opened.view.client.events.close();
    },
    [opened],
  );
  return opened.view;
}

/** The fragment of the address is the page, so that a link into the page cannot be one. */
function skip(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#main")?.focus();
}
