import { codeOf, getJSON, type Client } from "./client.js";

/** The properties of a CustomResourceDefinition that the command uses. */
export interface CustomDefinition {
  readonly metadata: { readonly name: string; readonly generation?: number; readonly resourceVersion?: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
  /** Go encodes an empty list as null. */
  readonly status?: { readonly storedVersions?: readonly string[] | null };
}

const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Returns the CustomResourceDefinitions of a group; empty if the server does not support them. */
export async function listDefinitions(client: Client, group: string): Promise<readonly CustomDefinition[]> {
  const list = await getJSON<{ readonly items: readonly CustomDefinition[] }>(client, path);
  return (list?.items ?? []).filter(({ spec }) => spec.group === group);
}

/**
 * Removes all versions except the storage version from `status.storedVersions`, after all objects
 * were rewritten. Does nothing if the definition has changed in the meantime, because objects may
 * then be stored in other versions.
 */
export async function forgetStoredVersions(client: Client, { metadata }: CustomDefinition): Promise<void> {
  const { name, generation } = metadata;
  for (;;) {
    const current = await getJSON<CustomDefinition>(client, `${path}/${name}`);
    if (current === undefined || current.metadata.generation !== generation) return;
    const storedVersions = current.spec.versions.filter(({ storage }) => storage).map((version) => version.name);
    const { resourceVersion } = current.metadata;
    try {
      await client.text({
        method: "PATCH",
        path: `${path}/${name}/status`,
        headers: { "content-type": "application/merge-patch+json" },
        body: JSON.stringify({ metadata: { resourceVersion }, status: { storedVersions } }),
      });
      return;
    } catch (error) {
      if (codeOf(error) !== 409) throw error;
    }
  }
}
