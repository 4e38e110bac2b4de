// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "afa30280308d89899b42f2fbf0dfab98f8f7ea63e544c5f5ccaf601e28ded242"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "6197ecd9c2da0dcf6faa0984bf2b0f5cbf41e317746a0e226c1e1b2ebe84d524"
  }
} as const;
