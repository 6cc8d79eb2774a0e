/** Error for wrong arguments of a command, or a file that cannot be used. */
export class UsageError extends Error {}
