/** Where a command runs and where it talks to. */
export interface Terminal {
  readonly cwd: string;
  /** The folder that a service's annotations name files from: GitHub's checkout. */
  readonly workspace?: string | undefined;
  /** Results: what a pipe gets. */
  readonly out: (text: string) => void;
  /** Problems and progress. */
  readonly err: (text: string) => void;
  /** Whether a person watches: progress and colours are for people. */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/** The process' own. A reader that closes the pipe early (`| head`) is no failure. */
export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
  }
  const interactive =
    process.stdout.isTTY && process.stderr.isTTY && process.env["TERM"] !== "dumb" && process.env["CI"] === undefined;
  return {
    cwd: process.cwd(),
    workspace: process.env["GITHUB_WORKSPACE"],
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    interactive,
    colour: interactive && (process.env["NO_COLOR"] ?? "") === "",
  };
}
