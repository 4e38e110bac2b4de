# alpha has no governance
chains: alpha

>>> GET {rest}/governance/proposals
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /governance/proposals on <segment>"}, "meta": <meta>}
