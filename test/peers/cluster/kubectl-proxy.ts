import { spawn, type ChildProcess } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import { Readable } from "node:stream";
import { atExit } from "../../interop/at-exit.js";
import { findKubectl } from "../../interop/kubectl.js";

/** `kubectl proxy` on a free port. */
export class KubectlProxy {
  readonly origin: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.#process = child;
    atExit(() => child.kill("SIGKILL"));
  }

  static async start(kubeconfig: string): Promise<KubectlProxy> {
    const child = spawn(findKubectl() ?? "", [`--kubeconfig=${kubeconfig}`, "proxy", "--port=0"], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const address = await new Promise<string>((resolve, reject) => {
      const hear = (text: string) => {
        output += text;
        const found = /Starting to serve on (\S+)\n/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      };
      child.stdout.setEncoding("utf8").on("data", hear);
      child.stderr.setEncoding("utf8").on("data", hear);
      child.on("error", reject);
      child.on("close", () => {
        reject(new Error(`kubectl proxy ends:\n${output}`));
      });
    });
    return new KubectlProxy(`http://${address}`, child);
  }

  end(): void {
    this.#process.kill("SIGKILL");
  }
}

/** Returns the lines of a response as they arrive. */
export function linesOf({ body }: Response): AsyncIterator<string> {
  if (body === null) throw new Error("the response has no body");
  const lines: Interface = createInterface({ input: Readable.fromWeb(body) });
  return lines[Symbol.asyncIterator]();
}
