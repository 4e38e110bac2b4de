# alpha has no validators
chains: alpha

>>> GET {rest}/validators
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /validators on <segment>"}, "meta": <meta>}

>>> GET {rest}/validators?limit=0
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /validators on <segment>"}, "meta": <meta>}
