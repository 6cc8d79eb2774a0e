import type { Terminal } from "./terminal.js";

/**
 * Shows a stage on the progress line of an interactive terminal, or clears the line. Prints nothing
 * if the output is not a terminal.
 */
export function showProgress({ interactive, err }: Terminal, stage?: string): void {
  if (interactive) err(`\r\u001b[K${stage === undefined ? "" : `${stage} …`}`);
}
