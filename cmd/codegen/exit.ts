/** Exit codes of the command. */
export const exit = {
  done: 0,
  /** The input has errors, or a check failed, such as `--check` with outdated generated files. */
  problems: 1,
  /** The command line is not valid. */
  usage: 2,
  /** codegen has a bug. */
  bug: 3,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
