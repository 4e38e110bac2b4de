# Transactions of one type

>>> GET {rest}/transactions?type=transfer&limit=2
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <hash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <address>,
        "to": <address>,
        "value": <amount>,
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": <text>,
        "timestamp": <timestamp>,
        "type": "transfer",
@alpha        "serialNumbers": [<hash>, ...],
@alpha        "commitments": [<hash>, ...]
      },
      ...2
    ],
    "pagination": {"page": 1, "limit": 2, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}
