import type { ChainSelection } from "../../../chains/mod.ts";
import type { Address } from "../../../units/mod.ts";
import { issueOfChain, issueText, RpcServiceError } from "../context/mod.ts";
import { forEachInTurns } from "../../turns.ts";
import { addressKey } from "../events/mod.ts";

/**
 * Validates addresses and returns their keys.
 *
 * @throws {RpcServiceError} Invalid params, with the place of the first address that is malformed, of the other chain or
 * there already.
 */
export async function readAddressKeys(
  name: string,
  addresses: readonly Address[],
  selection: ChainSelection,
): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  await forEachInTurns(addresses, (address, index) => {
    const info = { ...ADDRESS, name: `${name}.${index}` };
    const issue = issueOfChain(info, address, selection);
    if (issue !== undefined) throw new RpcServiceError("InvalidParams", issue);
    const key = addressKey(address);
    if (keys.has(key)) {
      const text = issueText(info, address, "an address that is not in the list before");
      throw new RpcServiceError("InvalidParams", text);
    }
    keys.add(key);
  });
  return keys;
}

const ADDRESS = {
  in: "positional",
  types: ["string"],
  expected: "an address",
  format: "address",
} as const;
