import { type ErrorContext, isLimitStatus, isRpcError } from "../errors/mod.ts";
import { RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import type { Allowance, Ticket } from "./_allowance.ts";
import type { Outcome } from "./_attempt.ts";
import { ownLimitOf } from "./_own_limits.ts";
import { Flight, type FlightParts, type FullPolicy } from "./_flight.ts";
import type { Priority } from "./call_options.ts";
import type { TransportCall } from "./transport_call.ts";

/** What a paced flight needs of its transport. */
export interface PacedParts extends FlightParts {
  readonly allowance: Allowance;
}

/** How often a refusal by the limits is waited out, where calls are sent again at all. */
const LIMIT_RETRIES = 5;

/** A flight whose requests go out as the allowance lets them. */
export abstract class PacedFlight<Parts extends PacedParts = PacedParts>
  extends Flight<Parts>
  implements Ticket
{
  readonly context: ErrorContext;
  readonly cost: number;
  readonly ownLimit: string | undefined;
  priority: Priority;
  hasWaited = false;
  #refused = 0;

  constructor(
    call: TransportCall<unknown>,
    policy: FullPolicy,
    parts: Parts,
    onEnd: (outcome: Outcome) => void,
  ) {
    super(call, policy, parts, onEnd);
    this.context = call.context;
    this.cost = call.cost ?? 1;
    this.ownLimit = ownLimitOf(call.method, call.url);
    this.priority = policy.priority;
  }

  /** Called where it has to wait for its turn. */
  protected abstract onQueue(): void;

  override giveUp(reason: unknown): void {
    this.parts.allowance.cancel(this);
    super.giveUp(reason);
  }

  override run(): void {
    const { allowance } = this.parts;
    let turn: Promise<void> | undefined;
    try {
      const ownWait = allowance.ownWaitOf(this);
      if (ownWait > 0) return this.#waitOut(ownWait);
      turn = allowance.enter(this);
    } catch (error) {
      return this.land({ isError: true, error });
    }
    if (turn === undefined) return this.send();
    this.onQueue();
    turn.then(
      () => this.send(),
      (error: unknown) => this.land({ isError: true, error }),
    );
  }

  /** The limit of the operation itself is closed: others go on meanwhile. */
  #waitOut(wait: number): void {
    this.onQueue();
    if (!this.isOver) this.runIn(wait);
  }

  protected override send(): void {
    if (this.isOver) return this.parts.allowance.leave(this, undefined, false);
    this.hasWaited = true;
    super.send();
  }

  protected override goOn(outcome: Outcome): void {
    this.parts.allowance.leave(this, outcome.answer, isRefusedByLimit(outcome));
    super.goOn(outcome);
  }

  /** What the limits refused goes out when the allowance lets it, and does not count as tried. */
  protected override pauseAfter(outcome: Outcome): number | undefined {
    const { retries } = this.policy;
    if (!isRefusedByLimit(outcome) || retries === 0 || !this.mayPass(outcome)) {
      return super.pauseAfter(outcome, this.sent - this.#refused);
    }
    this.#refused += 1;
    const isPatient = this.#refused <= LIMIT_RETRIES && !this.parts.allowance.isClosedTo(this);
    return isPatient ? 0 : undefined;
  }
}

function isRefusedByLimit({ error, answer }: Outcome): boolean {
  return isLimitStatus(answer?.status) || (isRpcError(error) && error.code === RPC_LIMIT_EXCEEDED);
}
