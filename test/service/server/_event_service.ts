import type { Segment } from "../../../src/chains/mod.ts";
import {
  type DevAccount,
  devAccounts,
  genesisRecordOf,
  signTransaction,
} from "../../../src/devnet/mod.ts";
import {
  createService,
  listen,
  type Listener,
  type ListenOptions,
  type Service,
  type ServiceOptions,
} from "../../../src/service/mod.ts";
