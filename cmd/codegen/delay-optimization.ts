/**
 * Flags that delay V8's optimising compiler by a factor of fifteen, by major version of Node. Since
 * Node 24, a faster compiler (Maglev) optimises most functions, and a delay saves nothing.
 */
const flags: { readonly [major: string]: string | undefined } = {
  20: "--interrupt-budget=1000000",
  22: "--invocation-count-for-turbofan=45000",
};

/** Returns the flag for a version of Node; undefined if its V8 needs none. */
export function delayFlag(version: string): string | undefined {
  return flags[version.slice(0, version.indexOf("."))];
}

/**
 * Delays the optimisation of functions in this process. A run executes much code and ends after a
 * few seconds, so most optimised code is used too briefly: optimising took a third of the CPU time
 * of a run on Kubernetes' API groups. Call this function before stored compiled code is read,
 * because V8 accepts such code only with the flags with which it was compiled.
 */
export async function delayOptimization(): Promise<void> {
  const flag = delayFlag(process.versions.node);
  if (flag === undefined) return;
  // Most runs repeat the last result and need neither the flag nor this module.
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString(flag);
}
