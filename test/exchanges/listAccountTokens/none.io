# An account without tokens has an empty list
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

>>> GET {rest}/accounts/<gold>/tokens
<<< 200
{"success": true, "data": {"tokens": []}, "meta": <meta>}
