import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { useLive, useView } from "../hooks/view.ts";
import { parseUnits } from "alphadelta/units";
import { DevControl } from "./dev_control.ts";
import { FaultForm } from "./fault_form.tsx";
import { type Field, MethodForm } from "./method_form.tsx";

const DECIMALS = 18;

/** Control of the devnet: blocks, time, funds, reorganisations and faults. */
export function DevnetPanel(): JSX.Element {
  const { session, segment, client, log } = useView();
  const control = new DevControl(session, segment, log);
  const [token, setToken] = useState(control.token);
  const keep = (text: string): void => {
    control.token = text;
    setToken(text);
  };
  const { blocks } = useLive();
  const newest = blocks[0]?.timestamp ?? 0;
  const run =
    (method: string, read: (values: readonly string[]) => readonly unknown[]) =>
    async (values: readonly string[]): Promise<string> =>
      JSON.stringify(await control.call(method, ...read(values)));
  const number = (label: string, value: string): Field => ({ label, type: "number", value });
  return (
    <>
      <Card title="Token">
        <form class="fields" onSubmit={(event) => event.preventDefault()}>
          <label>
            Token printed at startup
            <input
              type="password"
              autocomplete="off"
              spellcheck={false}
              value={token}
              onInput={(event) => keep(event.currentTarget.value.trim())}
            />
          </label>
          <p class="muted">It stays in this tab, and is shown to this service alone.</p>
        </form>
      </Card>
      <div class="columns">
        <MethodForm
          title="Blocks"
          action="Mine"
          fields={[number("Number of blocks", "1")]}
          run={run("dev_mine", ([count]) => [Number(count)])}
        />
        <MethodForm
          title="Block interval"
          action="Set"
          fields={[number("Seconds between blocks; 0 stops them", "2")]}
          run={run("dev_setInterval", ([seconds]) => [Number(seconds)])}
        />
        <MethodForm
          title="Time"
          action="Go on"
          fields={[number("Seconds after the newest block", "3600")]}
          run={run("dev_setTime", ([seconds]) => [newest + Number(seconds)])}
        />
        <MethodForm
          title="Funds"
          action="Send"
          fields={[
            { label: "Address", type: "text", value: "" },
            { label: `Amount in ${client.chain}`, type: "text", value: "10" },
          ]}
          run={run("dev_fund", ([address, amount = ""]) => [
            address,
            String(parseUnits(amount, DECIMALS)),
          ])}
        />
        <MethodForm
          title="Reorganisation"
          action="Replace"
          fields={[number("Blocks to replace", "2")]}
          run={run("dev_reorg", ([depth]) => [Number(depth)])}
        />
        <MethodForm
          title="Snapshot"
          action="Take"
          fields={[]}
          run={run("dev_snapshot", () => [])}
        />
        <MethodForm
          title="Go back"
          action="Revert"
          fields={[{ label: "Snapshot", type: "text", value: "snap-1" }]}
          run={run("dev_revert", ([snapshot]) => [snapshot])}
        />
        <FaultForm control={control} />
      </div>
    </>
  );
}
