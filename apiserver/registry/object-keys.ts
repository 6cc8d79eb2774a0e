import { fields, goQuote } from "@apimachinery/runtime";
import { newBadRequest } from "../errors/index.js";
import { nameSegmentProblems } from "./names.js";
import type { Selection } from "./selection.js";

/** The keys under which the objects of a resource are stored. */
export class ObjectKeys {
  readonly #prefix: string;
  readonly #isNamespaced: boolean;

  /** @param prefix prefix of all keys of the resource, without a slash at its end */
  constructor(prefix: string, isNamespaced: boolean) {
    this.#prefix = prefix;
    this.#isNamespaced = isNamespaced;
  }

  /**
   * Returns the key prefix of the objects in a namespace, with a slash at its end. For a
   * cluster-wide resource, the namespace is ignored, because the path of a Namespace object
   * contains its name also as the namespace.
   * @param namespace empty for all namespaces
   */
  folder(namespace: string): string {
    return namespace === "" || !this.#isNamespaced ? `${this.#prefix}/` : `${this.#prefix}/${namespace}/`;
  }

  /**
   * Reports whether the selectors of a list can select at most one object, because they require a
   * name.
   */
  selectsOne(namespace: string, selection: Selection): boolean {
    const required = (field: string): string => fields.requiresExactMatch(selection.fields, field) ?? "";
    const hasNamespace = namespace !== "" || required("metadata.namespace") !== "";
    return required("metadata.name") !== "" && (!this.#isNamespaced || hasNamespace);
  }

  /**
   * Returns the key of an object.
   * @throws StatusError 400 for a missing namespace, or for a name that is not a valid path segment
   */
  key(namespace: string, name: string): string {
    if (this.#isNamespaced && namespace === "") throw newBadRequest("Namespace parameter required.");
    if (name === "") throw newBadRequest("Name parameter required.");
    const problems = nameSegmentProblems(name);
    if (problems.length > 0) throw newBadRequest(`Name parameter invalid: ${goQuote(name)}: ${problems.join(";")}`);
    return `${this.folder(namespace)}${name}`;
  }
}
