/**
 * Error for an invalid kubeconfig. Its message has one line for each problem, with
 * `file:line:column` if known.
 */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
