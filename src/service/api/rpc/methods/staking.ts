import { VALIDATOR } from "../../../chain/ledger/mod.ts";
import { readStake } from "../../context/mod.ts";
import { rpcStake, rpcValidator } from "../../views.ts";
import type { MethodHandlers } from "./method_handlers.ts";

/** Methods on the stakes of delta. */
export const STAKING_METHODS: MethodHandlers<"delta_getStake" | "delta_getValidator"> = {
  async delta_getStake([address], context) {
    const stake = await readStake(context, address);
    return rpcStake(stake, stake.unbondingTime);
  },

  async delta_getValidator([address], { store }) {
    const key = VALIDATOR.key(address);
    const text = (await store.readState([key])).values.get(key);
    return text === undefined ? null : rpcValidator(address, VALIDATOR.decode(text));
  },
};
