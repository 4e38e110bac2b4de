# Proposals are not there yet
chains: delta

>>> GET {rest}/governance/proposals
<<< 500
{"success": false, "error": {"code": "INTERNAL_ERROR", "message": "Internal error"}, "meta": <meta>}
