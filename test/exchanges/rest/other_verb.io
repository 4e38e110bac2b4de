# A path with another verb than its own is not found

>>> POST {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation POST /blocks"}, "meta": <meta>}

>>> PUT {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation PUT /blocks"}, "meta": <meta>}

>>> PATCH {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation PATCH /blocks"}, "meta": <meta>}

>>> DELETE {rest}/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation DELETE /blocks"}, "meta": <meta>}

>>> POST {rest}/accounts/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation POST /accounts/<account 0>"}, "meta": <meta>}

>>> GET {keys}/keys
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /keys"}, "meta": <meta>}

>>> GET {rpc}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No GET <text>"}, "meta": <meta>}

>>> PUT {rpc}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No PUT <text>"}, "meta": <meta>}
