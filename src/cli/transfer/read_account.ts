import type { Client } from "../../client/mod.ts";
import type { SigningAccount } from "../../devnet/mod.ts";
import { addressOfPrivateKey } from "../../devnet/internal.ts";
import type { Address } from "../../units/mod.ts";
import { wrongUse } from "../exit_error.ts";
import { readKeyFile, type Terminal } from "../terminal.ts";
import { namedBy } from "../text_file.ts";

/** The account that a private key controls. */
export interface TransferAccount extends SigningAccount {
  readonly address: Address;
}

const KEY = /^(?:0x)?([0-9a-fA-F]{64})$/;

/** Reads a private key from a file, or with `-` from standard input. No output or message ever shows the key. */
export async function readPrivateKey(terminal: Terminal, file: string): Promise<string> {
  const source = "--from-key-file";
  const text = await readKeyFile(terminal, source, file, KEY);
  const [entered, digits] = KEY.exec(text.trim()) ?? [];
  if (entered === undefined || digits === undefined)
    throw wrongUse(
      `Cannot use the private key in ${namedBy(source, file)}: expected one line with 64 hexadecimal digits.`,
    );
  const key = `0x${digits.toLowerCase()}`;
  for (const secret of [key, entered, digits]) terminal.secrets.add(secret);
  return key;
}

export async function accountOf(
  { chain, network }: Client,
  privateKey: string,
): Promise<TransferAccount> {
  return { chain, network, privateKey, address: await addressOfPrivateKey(chain, privateKey) };
}
