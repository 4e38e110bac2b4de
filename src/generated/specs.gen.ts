// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "ee0f486e3701426b72d8befed4853103fb5c2b0d1c0a73b32b00d090f069c4db"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "74a76946ea2e974a0f9fa059b2d033f319d32b2eab093a809dc058a430b9506d"
  }
} as const;
