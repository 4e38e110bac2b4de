import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const HERE = new URL(".", import.meta.url).pathname;

/** Installs what this folder's package.json names, where it is not there yet. */
export function installRivals(): void {
  if (isInstalled()) return;
  execFileSync("npm", ["ci", "--prefix", HERE, "--ignore-scripts", "--silent"], {
    stdio: "inherit",
  });
}

/**
 * Imports a module of a rival, installed first where it is not. What it is known to have is up to the caller: a rival's
 * own types are not there before it is installed.
 */
export async function loadRival<Module>(name: string): Promise<Module> {
  installRivals();
  return (await import(name)) as Module;
}

function isInstalled(): boolean {
  const { dependencies } = versionsOf(`${HERE}package.json`);
  return Object.entries(dependencies ?? {}).every(([name, version]) => {
    const file = `${HERE}node_modules/${name}/package.json`;
    return existsSync(file) && versionsOf(file).version === version;
  });
}

function versionsOf(file: string): {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
} {
  return JSON.parse(readFileSync(file, "utf8")) as never;
}
