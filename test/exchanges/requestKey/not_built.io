# Keys are not there yet

>>> POST {keys}/keys
{"email": "dev@example.com"}
<<< 500
{"success": false, "error": {"code": "INTERNAL_ERROR", "message": "Internal error"}, "meta": <meta>}
