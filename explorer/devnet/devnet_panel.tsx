import type { Reorg } from "alphadelta";
import { formatUnits, NATIVE_DECIMALS, parseUnits } from "alphadelta/units";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Card } from "../components/card.tsx";
import { useLive, useView } from "../hooks/view.ts";
import { formatCount, formatMoment, shorten } from "../values/format.ts";
import { DevControl, type FaultRule } from "./dev_control.ts";
import { StateCard, useDevState } from "./dev_state.tsx";
import { FaultForm } from "./fault_form.tsx";
import { type Field, MethodForm } from "./method_form.tsx";

/** A block that a method answers with. */
interface Head {
  readonly number: number;
}

/** Control of the devnet: its state, blocks, time, funds, reorganisations and faults. */
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
  const [turn, setTurn] = useState(0);
  const state = useDevState(control, turn);
  const call = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    control.call(method, ...params).finally(() => setTurn((before) => before + 1));
  const number = (label: string, value: string): Field => ({ label, type: "number", value });
  const revert = async (snapshot: string): Promise<string> => {
    const head = (await call("dev_revert", snapshot)) as Head;
    return `Went back to ${snapshot}: block ${formatCount(head.number)} is the newest.`;
  };
  const setRules = (rules: readonly FaultRule[]): Promise<unknown> => call("dev_setFaults", rules);
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
          <p role="status" class={typeof state === "string" ? "fault" : "muted"}>
            {typeof state === "string"
              ? `The service refuses this token: ${state}`
              : "It stays in this tab, and is shown to this service alone."}
          </p>
        </form>
      </Card>
      {typeof state === "object" ? (
        <StateCard
          state={state}
          onRevert={(snapshot) => void revert(snapshot).catch(() => undefined)}
          onRules={(rules) => void setRules(rules).catch(() => undefined)}
        />
      ) : null}
      <div class="columns">
        <MethodForm
          title="Blocks"
          action="Mine"
          fields={[number("Number of blocks", "1")]}
          run={async ([count]) => {
            const head = (await call("dev_mine", Number(count))) as Head;
            return `Made ${count === "1" ? "1 block" : `${count} blocks`}: ${formatCount(head.number)} is the newest.`;
          }}
        />
        <MethodForm
          title="Block interval"
          action="Set"
          fields={[number("Seconds between blocks; 0 stops them", "2")]}
          run={async ([seconds]) => {
            await call("dev_setInterval", Number(seconds));
            return Number(seconds) === 0
              ? "Blocks come only when you make them."
              : `A block comes every ${seconds} s.`;
          }}
        />
        <MethodForm
          title="Time"
          action="Go on"
          fields={[number("Seconds after the newest block", "3600")]}
          run={async ([seconds]) => {
            const timestamp = (await call("dev_setTime", newest + Number(seconds))) as number;
            return `The clock is at ${formatMoment(timestamp)}; the next block has that time.`;
          }}
        />
        <MethodForm
          title="Funds"
          action="Send"
          fields={[
            { label: "Address", type: "text", value: "" },
            { label: `Amount in ${client.chain}`, type: "text", value: "10" },
          ]}
          run={async ([address = "", amount = ""]) => {
            const value = parseUnits(amount, NATIVE_DECIMALS);
            await call("dev_fund", address, String(value));
            return `${formatUnits(value, NATIVE_DECIMALS)} ${client.chain} reach ${shorten(address)} with the next block.`;
          }}
        />
        <MethodForm
          title="Reorganisation"
          action="Replace"
          fields={[number("Blocks to replace", "2")]}
          run={async ([depth]) => {
            const { fromHeight } = (await call("dev_reorg", Number(depth))) as Reorg;
            return `The blocks from ${formatCount(fromHeight)} on are replaced; their transactions are pending again.`;
          }}
        />
        <MethodForm
          title="Snapshot"
          action="Take"
          fields={[]}
          run={async () =>
            `Took ${String(await call("dev_snapshot"))}: the state above leads back.`
          }
        />
        <FaultForm
          path={control.restPath}
          rules={typeof state === "object" ? state.rules : []}
          set={setRules}
        />
      </div>
    </>
  );
}
