import { spawn } from "node:child_process";

/** A command that runs until the test stops it, such as a watch. */
export class Background {
  readonly #child;
  readonly #waiting = new Set<() => void>();
  #output = "";
  #ended = false;
  readonly #end: Promise<number>;

  /**
   * @param args the command and its arguments. The command runs without a shell, so that `stop`
   * ends the command itself.
   */
  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const hear = (text: string) => {
      this.#output += text;
      this.#notice();
    };
    this.#child.stdout.setEncoding("utf8").on("data", hear);
    this.#child.stderr.setEncoding("utf8").on("data", hear);
    this.#end = new Promise((resolve) => {
      this.#child.on("close", (status) => {
        this.#ended = true;
        this.#notice();
        resolve(status ?? -1);
      });
    });
  }

  get output(): string {
    return this.#output;
  }

  /**
   * Waits until a pattern matches the output of the command.
   * @returns the match
   * @throws Error if the command ends before that
   */
  printed(wanted: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = wanted.exec(this.#output);
        if (found === null && !this.#ended) return;
        this.#waiting.delete(look);
        if (found === null) reject(new Error(`ended without ${String(wanted)}:\n${this.#output}`));
        else resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /**
   * Waits for the end of the command.
   * @returns its exit code, -1 if a signal ended it
   */
  ended(): Promise<number> {
    return this.#end;
  }

  stop(): void {
    this.#child.kill("SIGKILL");
  }

  #notice(): void {
    for (const look of [...this.#waiting]) look();
  }
}
