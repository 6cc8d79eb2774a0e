import { groupVersionString } from "@apimachinery/runtime";
import type { AdmissionPlugin } from "../admission/plugin.js";
import type { APIGroupInfo } from "./api-group.js";

/**
 * Checks the kind of a plugin. A kind of the group must be in the hub version, because plugins get
 * objects in the hub version.
 * @throws Error that names the hub version, for a kind of the group in another version
 */
export function requireHubOf({ name, kind }: AdmissionPlugin, { group, scheme }: APIGroupInfo): void {
  if (kind?.group !== group) return;
  const hub = scheme.hubVersion(kind);
  if (hub === undefined || hub.version === kind.version) return;
  throw new Error(
    `the plugin ${name} is for ${kind.kind} of ${groupVersionString(kind)}, but plugins see objects of ${groupVersionString(hub)}: use Kinds of zz_generated.register.ts in the folder of that version`,
  );
}
