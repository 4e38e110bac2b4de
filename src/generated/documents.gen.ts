// Generated from openapi.yaml and openrpc.json by `npm run generate`. Do not edit.

/** The documents this code was generated from: the version each states, and the SHA-256 of its text. */
export const DOCUMENTS = {
  "openapi": {
    "version": "1.0.0",
    "sha256": "93685638872bda82172ef5da2a2ac9c556605ae79fca090d062f0a52ce1bf131"
  },
  "openrpc": {
    "version": "1.0.0",
    "sha256": "66cf41ac1ffb208ff3959215ba183925820eea575eef152c4653152feddc3754"
  }
} as const;
