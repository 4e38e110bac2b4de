# alpha has no governance
chains: alpha

>>> GET {rest}/governance/proposals/1
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /governance/proposals/1 on <segment>"}, "meta": <meta>}
