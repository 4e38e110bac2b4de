import type { JSX } from "preact";
import { Card } from "../components/card.tsx";
import { PageTitle } from "../components/page_title.tsx";
import { PlaceForm } from "../components/place_form.tsx";
import { KeyForm } from "../components/key_form.tsx";
import { readPlace } from "../session/place.ts";

/** Settings: the service to read from, where the page lets one choose it, and the API key. */
export function SettingsPage(): JSX.Element {
  const { endpoint, isChosen } = readPlace();
  return (
    <>
      <PageTitle title="Settings" />
      {isChosen ? (
        <Card title="Service">
          <PlaceForm />
        </Card>
      ) : null}
      {endpoint === undefined ? null : (
        <Card title="API key">
          <KeyForm endpoint={endpoint} />
        </Card>
      )}
    </>
  );
}
