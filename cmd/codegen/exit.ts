/** What the shell learns. */
export const exit = {
  done: 0,
  /** The input, or under `--check` the tree, is not as it should be. */
  problems: 1,
  /** The command itself was not understood. */
  usage: 2,
  /** codegen is at fault. */
  bug: 3,
} as const;

export type ExitCode = (typeof exit)[keyof typeof exit];
