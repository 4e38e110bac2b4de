# A balance by the simplified form
# No case uses dev account 9.

>>> POST {rpc}
{"method": "getBalance", "params": ["<account 9>"]}
<<< 200
{"result": "1000000000000000000000000"}

>>> POST {rpc}
{"method": "getBalance", "params": ["<unseen>"]}
<<< 200
{"result": "0"}
