/** Writes lines in the order of the calls. */
export interface LineWriter {
  /**
   * Writes a line.
   * @returns promise that resolves when the operating system has the line
   */
  write(line: string): Promise<void>;
  /** Waits until all lines are written, and closes the file. Standard output stays open. */
  close(): Promise<void>;
}

/** Returns a writer to standard output. */
export function standardOutput(out: NodeJS.WritableStream = process.stdout): LineWriter {
  // Without a listener, an error such as a closed pipe would end the process. The callback of the
  // write reports the error.
  const ignore = () => undefined;
  out.on("error", ignore);
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        out.write(line, (error) => {
          if (error === undefined || error === null) resolve();
          else reject(error);
        });
      }),
    close: () => {
      out.off("error", ignore);
      return Promise.resolve();
    },
  };
}
