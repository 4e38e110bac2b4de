# alpha has no validators
chains: alpha

>>> GET {rest}/validators/<account 0>
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /validators/<account 0> on <segment>"}, "meta": <meta>}
