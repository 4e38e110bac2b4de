// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "7bd0612cfacaa245fd2bbf01600855176df441a4102e94b23b4d02251b9e0d17"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "f16e295ae34a997bf2750822688f1d29ef38630ab07076faf19e9baae0f1e2ed"
  }
} as const;
