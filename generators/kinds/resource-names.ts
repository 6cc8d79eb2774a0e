import { remedyAs, removeMarker } from "../../engine/base/fix.js";
import { argumentsOf } from "../../engine/markers/arguments.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { TypeDeclaration } from "../../engine/model/universe.js";
import type { Problem } from "../../engine/base/problem.js";
import { resourcePrefix, type ResourceNames } from "../markers/parse/resource.js";
import { registerProblems } from "../problem-codes/register.js";
import { nonNamespaced, resource, resourceName } from "../markers/register.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { pluralOf } from "../../engine/util/plural.js";

/**
 * Returns the names and the scope of a kind's resource, from the kind's markers.
 * `+genclient:nonNamespaced` has the same effect as `scope=Cluster`.
 */
export function resourceNamesOf(kind: TypeDeclaration): ResourceNames {
  const given = resource.read(kind) ?? none;
  return { ...given, isClusterWide: given.isClusterWide || nonNamespaced.has(kind) };
}

/** Reports a kind whose markers declare two different scopes. */
export function resourceNameProblem(kind: TypeDeclaration): Problem | undefined {
  const marker = resource.find(kind);
  const isNamespaced = marker !== undefined && argument(marker, "scope") === "Namespaced";
  const other = nonNamespaced.find(kind);
  if (!isNamespaced || other === undefined) return undefined;
  const message = `${kind.name} has a marker for a namespaced kind and a marker for a cluster-scoped kind`;
  return {
    ...registerProblems.is("register/two-scopes"),
    message,
    ...remedyAs("remove scope=Namespaced or +genclient:nonNamespaced", removeMarker(other)),
    position: marker.position,
  };
}

const none: ResourceNames = { shortNames: [], categories: [], isClusterWide: false };

function argument({ name, value }: Marker, key: string): string | undefined {
  const given = argumentsOf(name, value, resourcePrefix);
  return "fault" in given ? undefined : given.get(key);
}

/**
 * Returns the plural name of a kind in URLs: the value of `+resourceName`, or else the plural of
 * the kind's name in lower case.
 */
export function pluralNameOf({ options }: PlanInput, kind: TypeDeclaration): string {
  const named = resourceName.find(kind)?.value;
  return named ?? pluralOf(kind.name, pluralsOf(options["plurals"])).toLowerCase();
}

/** Returns the plurals in the configuration, by kind. */
export function pluralsOf(option: unknown): { readonly [kind: string]: string } {
  const entries = typeof option === "object" && option !== null ? Object.entries(option) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
