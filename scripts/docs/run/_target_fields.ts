import type { PageCall } from "../_page_calls.ts";
import type { ServiceTarget } from "./_call_run.ts";
import { element, labelled, textInput } from "./_elements.ts";
import { readSecrets, storeTarget } from "./_stored_target.ts";

/** The fields of a target, folded under a summary. */
interface TargetFields {
  readonly part: HTMLElement;
  read(): ServiceTarget;
}

/** Captions of the secret of a call. */
const SECRETS = {
  key: { label: "API key", placeholder: "none" },
  token: { label: "Token of devnet control", placeholder: "printed by the service" },
} as const;

/**
 * Makes fields for the address, the segment, and the secret of a call. The secret belongs to the address, so that no other
 * service is sent it.
 */
export function targetFields(call: PageCall, target: ServiceTarget, id: string): TargetFields {
  const kind = call.kind === "dev" ? "token" : "key";
  const { label, placeholder } = SECRETS[kind];
  const options = call.segments.map((name) => element("option", { value: name }, name));
  const address = textInput(`${id}-address`, "https://host");
  const segment = element("select", { id: `${id}-segment` }, ...options);
  const secret = textInput(`${id}-secret`, placeholder, "password");
  address.value = target.address;
  segment.value = target.segment;
  secret.value = target[kind];
  const summary = element("summary");
  const summarise = (): void => {
    const ending = secret.value === "" ? "" : `, with a ${kind}`;
    summary.textContent = `Sends to ${address.value}, ${segment.value}${ending}`;
  };
  const read = (): ServiceTarget => {
    const secrets = { ...readSecrets(address.value), [kind]: secret.value };
    return { ...secrets, address: address.value, segment: segment.value };
  };
  address.addEventListener("change", () => (secret.value = readSecrets(address.value)[kind]));
  const part = element(
    "details",
    { class: "run-place" },
    summary,
    labelled(address, "Address of the service"),
    labelled(segment, "Segment"),
    labelled(secret, label, element("small", {}, " stays in this tab")),
  );
  part.addEventListener("input", summarise);
  part.addEventListener("change", () => {
    summarise();
    storeTarget(read());
  });
  summarise();
  return { part, read };
}
