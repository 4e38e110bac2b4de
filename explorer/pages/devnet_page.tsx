import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Notice } from "../components/notice.tsx";
import { PageTitle } from "../components/page_title.tsx";

/** Control of the devnet, where the service offers it. */
export function DevnetPage({ isServed }: { readonly isServed: boolean }): JSX.Element {
  const [panel, setPanel] = useState<{ readonly DevnetPanel: ComponentType }>();
  useEffect(() => {
    if (isServed) void import("../devnet/devnet_panel.tsx").then(setPanel);
  }, [isServed]);
  return (
    <>
      <PageTitle title="Devnet" />
      {isServed ? null : (
        <Notice
          tone="plain"
          title="This service has no devnet control"
          text="A service that was started with --dev offers it, to the machine that it runs on."
        />
      )}
      {panel ? <panel.DevnetPanel /> : null}
    </>
  );
}
