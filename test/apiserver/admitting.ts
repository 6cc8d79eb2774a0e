import {
  buildAdmission,
  MemoryStorage,
  type AdmissionConfig,
  type PluginFactory,
  type User,
} from "@apimachinery/apiserver";
import { afterEach } from "vitest";
import { restaurantGroup } from "./restaurant-group.js";
import { InProcessServer, type HarnessOptions } from "./harness.js";

const stops: AbortController[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop.abort();
});

export const byDefault: AdmissionConfig["options"] = {
  enableAdmissionPlugins: [],
  disableAdmissionPlugins: [],
  admissionControlConfigFile: "",
};

/**
 * Returns a pizza server with the given plugins, and a client that sends requests to this server.
 * @param start true to start the informers
 * @param more further configuration, such as the cluster of the server
 */
export async function admitting(
  plugins: readonly PluginFactory[],
  options = byDefault,
  start = true,
  {
    user,
    groups = [],
    ...more
  }: Partial<AdmissionConfig> & Pick<HarnessOptions, "groups"> & { readonly user?: User } = {},
): Promise<InProcessServer> {
  const storage = new MemoryStorage();
  const { scheme } = restaurantGroup(storage);
  const { startInformers, admission, loopback } = await buildAdmission({
    options,
    plugins,
    scheme,
    authorizers: [],
    log: () => undefined,
    ...more,
  });
  const server = new InProcessServer({
    storage,
    admission,
    config: { loopback },
    groups,
    ...(user === undefined ? {} : { user }),
  });
  const stop = new AbortController();
  stops.push(stop);
  if (start) await startInformers({ signal: stop.signal });
  return server;
}
