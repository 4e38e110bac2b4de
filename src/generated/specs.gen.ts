// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The specs this code was generated from: the version each states, and the SHA-256 of its text. */
export const SPECS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "0aace751862739e10c8ad04a19fd2629ec2284414bb6e81fc3ad624ef36935f0"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "ca9ba939699676899bb8065c92b5c8a9b1e3f96565379041c335224154234337"
  }
} as const;
