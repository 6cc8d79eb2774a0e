import type { Terminal } from "./terminal.js";

/** One line that says what is going on, for people at a terminal; nothing in a pipe. */
export interface Progress {
  readonly show: (stage: string) => void;
  readonly clear: () => void;
}

export function createProgress(terminal: Terminal): Progress {
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
