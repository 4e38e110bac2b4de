// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "06b006b525629031a37d69659d409e31135a7dd8da01cf6f7a69350443b983fc"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "5b68f2142f578282e64599e41ade3e1993d1ed904e6407ad7b3c1085c9aa2f58"
  }
} as const;
