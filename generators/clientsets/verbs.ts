import type { TypeDeclaration } from "../../engine/model/universe.js";
import { reading, clientVerbs, type ClientVerb } from "../markers/known/clients.js";
import { noStatus, noVerbs, onlyVerbs, readonlyVerbs, skipVerbs } from "../markers/client.js";

/**
 * Returns the verbs of a kind's client that its markers permit. Verbs for the status exist only if
 * the kind has a status.
 * @param hasApply true if apply configurations are generated for the kinds of the package
 */
export function verbsOf(kind: TypeDeclaration, hasApply: boolean): readonly ClientVerb[] {
  if (noVerbs.has(kind)) return [];
  const only = [...(readonlyVerbs.has(kind) ? reading : []), ...listOf(onlyVerbs.read(kind))];
  const skipped = new Set(listOf(skipVerbs.read(kind)));
  const hasStatus = !noStatus.has(kind) && hasStatusField(kind);
  return clientVerbs.filter(
    (verb) =>
      (only.length === 0 || only.includes(verb)) &&
      !skipped.has(verb) &&
      (hasStatus || !verb.endsWith("Status")) &&
      (hasApply || !verb.startsWith("apply")),
  );
}

function listOf(value: string | undefined): readonly string[] {
  return value === undefined ? [] : value.split(",");
}

function hasStatusField({ shape }: TypeDeclaration): boolean {
  return shape.kind === "object" && shape.fields.some(({ name }) => name === "status");
}
