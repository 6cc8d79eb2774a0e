/** The working directory of a command, and its output. */
export interface Terminal {
  readonly cwd: string;
  /**
   * The folder to which the paths in a service's annotations are relative, such as the checkout on
   * GitHub.
   */
  readonly workspace?: string | undefined;
  /** Prints results to standard output. */
  readonly out: (text: string) => void;
  /** Prints problems and progress to standard error. */
  readonly err: (text: string) => void;
  /**
   * True if the output goes to an interactive terminal. Progress and colours are printed only
   * there.
   */
  readonly interactive: boolean;
  readonly colour: boolean;
}

/**
 * Returns the terminal of the process. A reader that closes the pipe early (`| head`) causes no
 * error.
 */
export function processTerminal(): Terminal {
  const interactive =
    process.stdout.isTTY && process.stderr.isTTY && process.env["TERM"] !== "dumb" && process.env["CI"] === undefined;
  return {
    cwd: process.cwd(),
    workspace: process.env["GITHUB_WORKSPACE"],
    out: writerTo(() => process.stdout),
    err: writerTo(() => process.stderr),
    interactive,
    colour: interactive && (process.env["NO_COLOR"] ?? "") === "",
  };
}

/**
 * @param stream returns the stream. It is called for the first string, because opening a stream
 * takes time
 */
function writerTo(stream: () => NodeJS.WriteStream): (text: string) => void {
  let opened: NodeJS.WriteStream | undefined;
  return (text) => {
    opened ??= stream().on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit();
    });
    opened.write(text);
  };
}
