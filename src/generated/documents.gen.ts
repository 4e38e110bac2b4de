// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "a5220122edc3c258a9ba8fdf56e15c31727e91ddbfe7f5aea17a0efadf7406e9"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "c7f2030f5bb616d22bbe64243501d2892b0679db298f87336ab1711cc7e2faee"
  }
} as const;
