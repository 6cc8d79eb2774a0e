import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findKubectl, kubectlEnvironment, runLine } from "../../interop/kubectl.js";
import { repository } from "../../interop/repository.js";
import { eventually } from "../../eventually.js";

/** kubectl with the kubeconfig of one user. */
export class ClusterKubectl {
  readonly #environment: Record<string, string>;
  readonly #home: string;

  /** @param folder folder in which kubectl keeps its caches */
  constructor(kubeconfig: string, folder: string) {
    this.#home = mkdtempSync(join(folder, "kubectl-"));
    this.#environment = kubectlEnvironment(findKubectl() ?? "", kubeconfig, this.#home);
  }

  /** Runs a line of bash in the folder of the repository, and returns its output and exit code. */
  run(line: string): Promise<{ readonly status: number; readonly output: string }> {
    return runLine(line, repository, this.#environment);
  }

  /**
   * Runs a line of bash that must succeed, and returns its output.
   * @throws Error with the output
   */
  async succeed(line: string): Promise<string> {
    const { status, output } = await this.run(line);
    if (status !== 0) throw new Error(`${line}: exit code ${status}\n${output}`);
    return output;
  }

  /**
   * Repeats a line of bash until it succeeds.
   * @throws Error with the last output after five minutes
   */
  eventually(line: string): Promise<string> {
    return eventually(() => this.succeed(line));
  }

  remove(): void {
    rmSync(this.#home, { recursive: true, force: true });
  }
}
