// Pays fifty accounts, each exactly once, however often it is killed and started again.
// The plan is written before anything is sent: it fixes the nonce of each payment, so a payment that is signed again is the
// same transaction, with the same hash, and the chain takes it once.
// Run: npx node examples/payout.ts [origin] [plan file]
import { readFile, rename, writeFile } from "node:fs/promises";
import { createClient } from "alphadelta";
import { devAccounts, signTransaction } from "alphadelta/devnet";

const delta = createClient("delta", { endpoints: process.argv[2] ?? "http://127.0.0.1:8645" });
const file = process.argv[3] ?? "payout.json";

const [payer, ...others] = await devAccounts("delta", { count: 51 });
if (!payer) throw new Error("The devnet has no accounts");

interface Payment {
  readonly to: string;
  /** Base units, in decimal digits. */
  readonly value: string;
  readonly nonce: number;
}

for (const { to, value, nonce } of await readPlan()) {
  const payment = { type: "transfer", to, value: BigInt(value), nonce } as const;
  const { signedTx, txHash } = await signTransaction(payer, payment);
  if (!(await isKnown(txHash))) {
    await delta.sendRawTransaction(signedTx, { txHash, from: payer.address, nonce });
  }
  console.log(`${nonce} ${txHash} to ${to}`);
}
console.log("All payments are sent");

async function isKnown(txHash: string): Promise<boolean> {
  return (await delta.rpc.tx_getTransaction(txHash)) !== null;
}

/** The plan of an earlier run, or a new one. It appears whole or not at all. */
async function readPlan(): Promise<readonly Payment[]> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Payment[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const { nonce } = await delta.rpc.account_getNonce(payer?.address ?? "");
  const plan = others.map(({ address }, index) => ({
    to: address,
    value: "5",
    nonce: nonce + index,
  }));
  await writeFile(`${file}.new`, JSON.stringify(plan));
  await rename(`${file}.new`, file);
  return plan;
}
