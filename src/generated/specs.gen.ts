// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "397c30ee521e8ba8daa9f36b664c8743fc69cd30c5811f3fd11c88b6e51194b2"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "f16e295ae34a997bf2750822688f1d29ef38630ab07076faf19e9baae0f1e2ed"
  }
} as const;
