// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "c02b9ce8b330f0d6351e2aeaad1eb42f866b0bfa554c105361f46b38addf4dce"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "c6b04808344e4499f4ad0ebba43da4e72ce448eac2559578e1e7ee6b110e6678"
  }
} as const;
