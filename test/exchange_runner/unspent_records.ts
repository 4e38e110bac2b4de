import { type DevAccount, type SpendableRecord, serialNumberOf } from "../../src/devnet/mod.ts";
import { callMethods } from "./call_method.ts";
import type { Place } from "./place.ts";

/** Transactions looked through for records: the newest one always created the sender's change. */
const DEPTH = 20;
/** Calls of one batch, within what a service takes. */
const BATCH = 100;

/**
 * The unspent records of an account of alpha, largest first: those of genesis and those its newest transactions
 * created. An account of another chain or network has those of genesis, as nothing is known of it here.
 */
export async function unspentRecords(place: Place, owner: DevAccount): Promise<SpendableRecord[]> {
  const genesis = "records" in owner ? (owner.records as readonly SpendableRecord[]) : [];
  const { chain, network } = place.selection;
  if (owner.chain !== chain || owner.network !== network) return [...genesis];
  const records = [...genesis, ...(await createdRecords(place, owner.address))];
  const states = await callInBatches<{ readonly spent: boolean }>(
    place,
    records.map(({ serialNumber }) => ["alpha_getSerialNumber", serialNumber]),
  );
  return records
    .filter((_, index) => states[index]?.spent === false)
    .toSorted((left, right) => (left.value < right.value ? 1 : -1));
}

async function createdRecords(place: Place, owner: string): Promise<SpendableRecord[]> {
  const url = `${place.servers["rest"]}/accounts/${owner}/transactions?limit=${DEPTH}`;
  const response = await place.target.fetch(new Request(url));
  const { data } = (await response.json()) as {
    readonly data?: { readonly transactions?: readonly { readonly commitments?: string[] }[] };
  };
  const commitments = data?.transactions?.flatMap((one) => one.commitments ?? []) ?? [];
  const records = await callInBatches<{ readonly owner: string; readonly value: string } | null>(
    place,
    commitments.map((commitment) => ["alpha_getRecord", commitment]),
  );
  const own = records.flatMap((record, index) => {
    const commitment = commitments[index];
    if (record?.owner !== owner || commitment === undefined) return [];
    return [{ commitment, value: BigInt(record.value) }];
  });
  return Promise.all(
    own.map(async (one) => ({ ...one, serialNumber: await serialNumberOf(one.commitment) })),
  );
}

async function callInBatches<Result>(
  place: Place,
  calls: readonly (readonly [string, string])[],
): Promise<Result[]> {
  const results: unknown[] = [];
  for (let start = 0; start < calls.length; start += BATCH) {
    results.push(...(await callMethods(place, calls.slice(start, start + BATCH))));
  }
  return results as Result[];
}
