const ZOD = "import * as z from 'zod/mini';";
const CODEC = "import { amountCodec } from './codecs.gen.ts';\n";
const AMOUNT = "z.amount(/^-?[0-9]+$/)";
const CHECKS = "import * as z from '../../checks/mod.ts';";

/**
 * Puts validators together from the client's own checks, which have the same names. What zod writes as a method is a
 * function there, and each call is marked as one without effects, so that a bundler drops what a program does not use.
 */
export function withChecks(validators: string): string {
  return validators
    .replace(ZOD, CHECKS)
    .replace(CODEC, "")
    .replaceAll(/\bamountCodec\b/g, () => AMOUNT)
    .replaceAll(/z\.(\w+)\(\)\.check\(/g, "z.checked(z.$1(), ")
    .replaceAll(/\bz\.(\w+)\(/g, "/* @__PURE__ */ z.$1(");
}
