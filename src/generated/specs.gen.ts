// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "afa30280308d89899b42f2fbf0dfab98f8f7ea63e544c5f5ccaf601e28ded242"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "c00c4a3e2d8c7effcf02655f1afce96059db1eb108fe718f73929e7b7166beef"
  }
} as const;
