# A path with another verb than its own is not found

>>> POST {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation POST /v1/<segment>/blocks: it takes GET"}, "meta": <meta>}

>>> PUT {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation PUT /v1/<segment>/blocks: it takes GET"}, "meta": <meta>}

>>> PATCH {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation PATCH /v1/<segment>/blocks: it takes GET"}, "meta": <meta>}

>>> DELETE {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation DELETE /v1/<segment>/blocks: it takes GET"}, "meta": <meta>}

>>> POST {rest}/accounts/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation POST /v1/<segment>/accounts/<account 0>: it takes GET"}, "meta": <meta>}

>>> GET {keys}/keys
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /v1/keys: it takes POST"}, "meta": <meta>}

>>> GET {rpc}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET /rpc/<segment>: JSON-RPC takes POST"}, "meta": <meta>}

>>> PUT {rpc}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No PUT /rpc/<segment>: JSON-RPC takes POST"}, "meta": <meta>}
