# alpha has no governance
chains: alpha

>>> GET {rest}/governance/proposals/1
<<< 404
{"success": false, "error": {"code": "NOT_FOUND", "message": "No /v1/<segment>/governance/proposals/1: it exists on delta, this is alpha"}, "meta": <meta>}
