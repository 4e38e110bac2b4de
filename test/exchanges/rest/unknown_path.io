# A path that is no operation is not found

>>> GET {rest}/nowhere
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /nowhere"}, "meta": <meta>}

>>> GET {rest}
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET <text>"}, "meta": <meta>}

>>> GET {rest}/blocks/1/transactions/2
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /blocks/1/transactions/2"}, "meta": <meta>}

>>> GET {rest}/Blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /Blocks"}, "meta": <meta>}

>>> GET {rest}//blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET //blocks"}, "meta": <meta>}

>>> GET {rest}/chain
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /chain"}, "meta": <meta>}

>>> GET {rest}/constructor
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No operation GET /constructor"}, "meta": <meta>}

>>> GET {origin}/v1/gamma/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No <text>"}, "meta": <meta>}

>>> GET {origin}/v2/<segment>/blocks
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No <text>"}, "meta": <meta>}

>>> GET {origin}/nowhere
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No <text>"}, "meta": <meta>}

>>> GET {origin}/rpc/gamma
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No <text>"}, "meta": <meta>}
