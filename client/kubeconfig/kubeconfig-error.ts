/**
 * Error for an invalid kubeconfig. The message has one line for each problem. A line starts with
 * the position `file:line:column` if the position is known.
 */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
