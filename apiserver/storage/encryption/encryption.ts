import type { GroupResource } from "@apimachinery/runtime";
import { qualifiedName } from "../../util/qualified-name.js";
import { identity } from "./identity.js";
import { ResourceEncryption } from "./resource-encryption.js";
import type { Transformer } from "./transformer.js";

/**
 * Transformers by resource: `resource.group`, `*.group`, or `*.*`. For the core group, the names
 * are `resource`, `*.` and `*.*`.
 */
export type ResourceTransformers = ReadonlyMap<string, Transformer>;

/** The encryption of all resources, according to the current configuration. */
export class Encryption {
  #transformers: ResourceTransformers;
  readonly #resources = new Map<string, ResourceEncryption>();
  readonly #listeners: (() => void)[] = [];

  constructor(transformers: ResourceTransformers) {
    this.#transformers = transformers;
  }

  of(resource: GroupResource): ResourceEncryption {
    const name = qualifiedName(resource.group, resource.resource);
    let found = this.#resources.get(name);
    if (found === undefined) this.#resources.set(name, (found = new ResourceEncryption(name, this.#find(name))));
    return found;
  }

  /** Applies another configuration to all values that are read or written after the call. */
  renew(transformers: ResourceTransformers): void {
    this.#transformers = transformers;
    for (const [name, resource] of this.#resources) resource.renew(this.#find(name));
    for (const listener of this.#listeners) listener();
  }

  onRenewal(listener: () => void): void {
    this.#listeners.push(listener);
  }

  #find(name: string): Transformer {
    const dot = name.indexOf(".");
    const group = dot < 0 ? "" : name.slice(dot + 1);
    return [name, `*.${group}`, "*.*"].map((each) => this.#transformers.get(each)).find((each) => each) ?? identity;
  }
}
