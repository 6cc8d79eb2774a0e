import { CodecFactory, type GroupVersion, type Scheme } from "@apimachinery/runtime";
import type { AnswerFunction } from "../registry/answer.js";
import type { APIGroupInfo } from "../server/api-group.js";
import { newStore } from "../server/new-store.js";
import { MemoryStorage } from "../storage/index.js";

/**
 * A kind whose objects are not stored, such as SelfSubjectReview. `answer` returns the response to
 * a create.
 */
export interface AnsweredKind {
  readonly kind: string;
  /** Name of the resource in paths. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  readonly answer: AnswerFunction;
}

/**
 * Creates a group of kinds whose objects are not stored.
 * @param install adds the kinds of the group to a scheme
 */
export function newAnswerGroup(
  scheme: Scheme,
  install: (scheme: Scheme) => void,
  version: GroupVersion,
  kinds: readonly AnsweredKind[],
): APIGroupInfo {
  install(scheme);
  const codecs = new CodecFactory(scheme);
  const storage = new MemoryStorage();
  const resources = kinds.map(({ kind, resource, isNamespaced, answer }) => {
    // The store only describes the kind. It never contains an object.
    const place = { scheme, codecs, storage, keyPrefix: "", storageVersion: version };
    const store = newStore({ ...place, resource, kind, strategy: { isNamespaced, managedFields: false } });
    return [resource, { store, singularName: kind.toLowerCase(), answer }] as const;
  });
  return { group: version.group, scheme, codecs, versions: { [version.version]: Object.fromEntries(resources) } };
}
