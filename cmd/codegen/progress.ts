import type { Terminal } from "./terminal.js";

/** The progress line of an interactive terminal. Prints nothing if the output is not a terminal. */
export interface ProgressLine {
  readonly show: (stage: string) => void;
  readonly clear: () => void;
}

export function createProgress(terminal: Terminal): ProgressLine {
  if (!terminal.interactive) return { show: () => undefined, clear: () => undefined };
  return {
    show: (stage) => {
      terminal.err(`\r\u001b[K${stage} …`);
    },
    clear: () => {
      terminal.err("\r\u001b[K");
    },
  };
}
