import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "../../logging/log.js";
import { RolePolicy } from "./policy.js";
import { readFolder, roleFiles } from "./read-folder.js";

/** Interval between two checks of the folder, in milliseconds. */
const interval = 500;

/** The policy in a folder, which is read again when a file changes. */
export interface FollowedPolicy {
  readonly current: () => RolePolicy;
  /** Stops following the folder. */
  readonly close: () => void;
}

/**
 * Reads the roles and bindings in a folder, and follows their changes. If a changed file has a
 * problem, logs the problem and keeps the old policy.
 * @throws Error with all problems of the files
 */
export async function followFolder(folder: string, log: Log): Promise<FollowedPolicy> {
  let seen = await stampOf(folder);
  let loaded = seen;
  let policy = new RolePolicy(await readFolder(folder));
  let logged = "";

  const look = async (): Promise<void> => {
    const stamp = await stampOf(folder);
    // A file that another program is writing changes between two checks. Reading it now could drop
    // the last lines of a rule, and thus widen the rule.
    const isStable = stamp === seen;
    seen = stamp;
    if (!isStable || stamp === loaded) return;
    const next = new RolePolicy(await readFolder(folder));
    if ((await stampOf(folder)) !== stamp) return;
    policy = next;
    loaded = stamp;
    logged = "";
    log.info(0, "Roles reloaded", { folder });
  };

  const fail = (error: unknown): void => {
    const { message } = error as Error;
    if (message !== logged)
      log.error(`roles in ${folder} could not be reloaded; the previous roles stay in use`, error);
    logged = message;
  };

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look()
      .catch(fail)
      .finally(() => (isLooking = false));
  }, interval).unref();
  return {
    current: () => policy,
    close: () => {
      clearInterval(timer);
    },
  };
}

/** Returns a string that changes whenever a file with roles appears, changes or disappears. */
async function stampOf(folder: string): Promise<string> {
  const names = await roleFiles(folder);
  const stamps = names.map(async (name) => {
    // A link, as in a mounted ConfigMap, has the stamp of its target.
    const { mtimeMs, size, ino } = await stat(join(folder, name));
    return `${name} ${mtimeMs} ${size} ${ino}`;
  });
  return (await Promise.all(stamps)).join("\n");
}
