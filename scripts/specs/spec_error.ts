/** A fault of a spec: where it is, what is wrong, what to do. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

/** The specs cannot be used; `problems` says why. */
export class SpecError extends Error {
  override readonly name = "SpecError";
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join("\n"));
    this.problems = problems;
  }
}

function formatProblem({ file, line, message, fix }: Problem): string {
  return `${file}:${line}: ${message}\n    ${fix}`;
}
