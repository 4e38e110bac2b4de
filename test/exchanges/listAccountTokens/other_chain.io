# alpha has no tokens
chains: alpha

>>> GET {rest}/accounts/<account 0>/tokens
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /accounts/<account 0>/tokens on <segment>"}, "meta": <meta>}
