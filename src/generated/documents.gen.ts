// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "c02b9ce8b330f0d6351e2aeaad1eb42f866b0bfa554c105361f46b38addf4dce"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "c7f2030f5bb616d22bbe64243501d2892b0679db298f87336ab1711cc7e2faee"
  }
} as const;
