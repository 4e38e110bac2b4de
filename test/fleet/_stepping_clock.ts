/**
 * Gives a process a clock that steps: loaded before the program, each SIGUSR2 sets its clock an hour ahead of the
 * machine's, or back again.
 */
const HOUR = 3_600_000;
const MachineDate = Date;
let offset = 0;

class SteppingDate extends MachineDate {
  constructor(...given: [] | ConstructorParameters<typeof Date>) {
    if (given.length === 0) super(SteppingDate.now());
    else super(...given);
  }

  static override now(): number {
    return MachineDate.now() + offset;
  }
}

globalThis.Date = SteppingDate as DateConstructor;
process.on("SIGUSR2", () => (offset = HOUR - offset));
