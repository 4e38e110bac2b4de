// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "a1233dfda4984734fb358198995134c79dbf9b94998d02e65f94528e4e5625a7"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "f7c790608d9e53db391a3bd3adc0bb17ac27014a493446dc7bb3692f95fecda4"
  }
} as const;
