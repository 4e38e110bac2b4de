import { copyFileSync, existsSync } from "node:fs";

/** Copies the files of a store as they are at this moment, which is what a killed process leaves. */
export function copyStore(path: string, copy: string): void {
  for (const suffix of ["", "-wal"]) {
    if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
  }
}
