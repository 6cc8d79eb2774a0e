/** What is wrong with a kubeconfig: a line for each problem, with its position where it has one. */
export class KubeconfigError extends Error {
  override readonly name = "KubeconfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}
