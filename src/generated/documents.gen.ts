// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "c02b9ce8b330f0d6351e2aeaad1eb42f866b0bfa554c105361f46b38addf4dce"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "496c77326dab338c17a653a263cf6c63f37e8b438d88f3de3d023979d334197b"
  }
} as const;
