import { SettingsLookup } from "../authentication/settings-lookup.js";
import type { Log } from "../logging/log.js";
import type { AuthenticationOptions } from "./authentication.js";
import type { Cluster } from "./cluster.js";

/**
 * Reads the authentication settings that a cluster publishes. Returns undefined for a server
 * without a cluster, and if the options do not use these settings.
 * @throws Error if the settings cannot be read, unless the options tolerate this
 */
export async function lookUpSettings(
  options: AuthenticationOptions,
  { authentication: client }: Pick<Cluster, "authentication">,
  log: Log,
): Promise<SettingsLookup | undefined> {
  if (client === undefined || options.authenticationSkipLookup) return undefined;
  const lookup = new SettingsLookup(client, log);
  try {
    await lookup.read();
  } catch (error) {
    if (!options.authenticationTolerateLookupFailure)
      throw new Error(
        `${(error as Error).message} (--authentication-tolerate-lookup-failure starts without these settings)`,
        { cause: error },
      );
    log.error("the authentication settings will be read again; until then, all requests can be anonymous", error);
  }
  return lookup;
}
