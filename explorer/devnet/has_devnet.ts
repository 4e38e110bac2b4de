import type { View } from "../hooks/view.ts";
import { readPlace } from "../session/place.ts";
import { DevControl } from "./dev_control.ts";

/** Names of this machine: devnet control is served there alone. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Tells whether the service that answered this page offers devnet control. Asks nobody who cannot. */
export async function hasDevnet({
  session,
  segment,
}: Pick<View, "session" | "segment">): Promise<boolean> {
  if (readPlace().isChosen || !LOOPBACK.test(location.hostname)) return false;
  return new DevControl(session, segment).isServed().catch(() => false);
}
