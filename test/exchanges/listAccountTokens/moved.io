# Tokens move, whatever the native balances; nobody has them twice
chains: delta
blocks: ours

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

>>> GET {rest}/validators?status=all&limit=1
<<< 200
{
  "success": true,
  "data": {
    "validators": [
      {
        "address": <address validator>,
        "name": <text>,
        "stake": <amount>,
        "delegatedStake": <amount>,
        "commission": <ratio>,
        "uptime": <ratio>,
        "status": <text>
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": 6}
  },
  "meta": <meta>
}

let payment = token_transfer from 3 contract <silver> to <validator> value 123

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_sendRawTransaction", "params": ["<payment.signedTx>"]}
<<< 200
{"jsonrpc": "2.0", "id": 1, "result": {"txHash": <payment.txHash>, "status": "pending"}}

wait for <payment.txHash>

>>> GET {rest}/accounts/<validator>/tokens
<<< 200
{
  "success": true,
  "data": {
    "tokens": [{"contract": <silver>, "symbol": "SLV", "decimals": 18, "balance": "123"}]
  },
  "meta": <meta>
}

>>> POST {rpc}
{"jsonrpc": "2.0", "id": 1, "method": "tx_getTransactionReceipt", "params": ["<payment.txHash>"]}
<<< 200
{
  "jsonrpc": "2.0",
  "id": 1,
  "result": {
    "transactionHash": <payment.txHash>,
    "blockNumber": <height paymentBlock>,
    "blockHash": <hash>,
    "status": 1,
    "gasUsed": <payment.gasLimit>,
    "logs": [
      {
        "index": 0,
        "address": <silver>,
        "event": "TokenTransfer",
        "data": {"from": <payment.from>, "to": <validator>, "value": "123"}
      }
    ]
  }
}

>>> GET {rest}/transactions/<payment.txHash>
<<< 200
{
  "success": true,
  "data": {
    "hash": <payment.txHash>,
    "blockNumber": <paymentBlock>,
    "blockHash": <hash>,
    "from": <payment.from>,
    "to": <validator>,
    "value": "0",
    "nonce": <payment.nonce>,
    "gasPrice": <payment.gasPrice>,
    "gasLimit": <payment.gasLimit>,
    "gasUsed": <payment.gasLimit>,
    "status": "success",
    "timestamp": <timestamp>,
    "type": "token_transfer",
    "token": {"contract": <silver>, "amount": "123"}
  },
  "meta": <meta>
}

>>> GET {rest}/transactions?type=token_transfer&address=<payment.from>&limit=1
<<< 200
{
  "success": true,
  "data": {
    "transactions": [
      {
        "hash": <payment.txHash>,
        "blockNumber": <height>,
        "blockHash": <hash>,
        "from": <payment.from>,
        "to": <validator>,
        "value": "0",
        "nonce": <counter>,
        "gasPrice": <amount>,
        "gasLimit": <amount>,
        "gasUsed": <amount>,
        "status": "success",
        "timestamp": <timestamp>,
        "type": "token_transfer",
        "token": {"contract": <silver>, "amount": "123"}
      }
    ],
    "pagination": {"page": 1, "limit": 1, "totalItems": <counter>, "totalPages": <counter>}
  },
  "meta": <meta>
}
