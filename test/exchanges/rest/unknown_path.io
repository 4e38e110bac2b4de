# A path that is no operation is not found

>>> GET {rest}/nowhere
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>/nowhere: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions/2
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>/blocks/1/transactions/2: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}/Blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>/Blocks: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}//blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>//blocks: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}/chain
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>/chain: see /docs for the operations"}, "meta": <meta>}

>>> GET {rest}/constructor
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/<segment>/constructor: see /docs for the operations"}, "meta": <meta>}

>>> GET {origin}/v1/gamma/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /v1/gamma/blocks: the segment gamma is not served, expected one of <text>"}, "meta": <meta>}

>>> GET {origin}/v2/<segment>/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /v2/<segment>/blocks: there are /v1/{segment}, /rpc/{segment}, /ws/{segment}, /v1/keys, and /docs describes them"}, "meta": <meta>}

>>> GET {origin}/nowhere
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /nowhere: there are <text>"}, "meta": <meta>}

>>> GET {origin}/rpc/gamma
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /rpc/gamma: the segment gamma is not served, expected one of <text>"}, "meta": <meta>}

>>> GET {origin}/v1/keys/
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /v1/keys/: remove the trailing slash"}, "meta": <meta>}

>>> GET {origin}/healthz/
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /healthz/: remove the trailing slash"}, "meta": <meta>}

>>> DELETE {origin}/docs
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No DELETE /docs: it takes GET"}, "meta": <meta>}
