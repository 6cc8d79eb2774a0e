import {
  defaultClientConfig,
  RESTClient,
  untypedResource,
  type APIObject,
  type ResourceClient,
} from "@apimachinery/client";

/** Resource that a user names, as in kubectl: plural, version and group joined by dots. */
export interface NamedResource {
  readonly resource: string;
  readonly version: string;
  readonly group: string;
}

/**
 * Parses `pizzas.v1beta1.restaurant.example.com`; `configmaps.v1` has no group.
 * @throws Error for another text
 */
export function parseResource(text: string): NamedResource {
  const [, resource, version, group = ""] = /^([a-z0-9-]+)\.(v[a-z0-9]+)(?:\.([a-z0-9.-]*))?$/.exec(text) ?? [];
  if (resource === undefined || version === undefined)
    throw new Error(
      `--resource=${text} must be plural, version and group, for example toppings.v1alpha1.restaurant.example.com or configmaps.v1`,
    );
  return { resource, version, group };
}

/** A connection to a server, with the resource of the run. */
export interface Connection {
  readonly client: RESTClient;
  readonly resource: ResourceClient<APIObject>;
}

/**
 * Connects to the server of a kubeconfig, and finds the kind of the resource by discovery.
 * @param namespace ignored for resources without namespaces
 * @throws Error if the server does not serve the resource
 */
export async function connect(
  kubeconfig: string | undefined,
  { resource, version, group }: NamedResource,
  namespace: string,
): Promise<Connection> {
  const { config } = await defaultClientConfig(kubeconfig === undefined ? {} : { kubeconfig });
  const client = new RESTClient({ ...config, userAgent: "chaos", onWarning: () => undefined });
  const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  try {
    const found = JSON.parse(await client.text({ method: "GET", path })) as {
      readonly resources?: readonly { readonly name: string; readonly kind: string; readonly namespaced: boolean }[];
    };
    const entry = found.resources?.find(({ name }) => name === resource);
    if (entry === undefined) throw new Error(`${config.server}${path} has no resource ${resource}`);
    const all = client.resourceOf(untypedResource({ group, version, kind: entry.kind }, resource));
    return { client, resource: entry.namespaced ? all.namespace(namespace) : all };
  } catch (error) {
    await client.close();
    throw error;
  }
}
