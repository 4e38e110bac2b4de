const ZOD = "import * as z from 'zod/mini';";
const CHECKS = "import * as z from '../../checks/mod.ts';";

/**
 * Puts validators together from the client's own checks, which have the same names. What zod writes as a method is a
 * function there, so that a bundler can drop what a program does not use.
 */
export function withChecks(validators: string): string {
  return validators.replace(ZOD, CHECKS).replaceAll(/z\.(\w+)\(\)\.check\(/g, "z.checked(z.$1(), ");
}
