# A token is as its holders have it
chains: delta

>>> GET {rest}/accounts/<account 0>/tokens
<<< 200
{
  "success": true,
  "data": {
    "tokens": [
      {"contract": <address gold>, "symbol": "GLD", "decimals": 6, "balance": <amount>},
      {"contract": <address silver>, "symbol": "SLV", "decimals": 18, "balance": <amount>}
    ]
  },
  "meta": <meta>
}

>>> GET {rest}/tokens/<silver>
<<< 200
{"success": true, "data": {"contract": <silver>, "symbol": "SLV", "decimals": 18}, "meta": <meta>}
