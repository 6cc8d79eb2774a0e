import type { field } from "@apimachinery/runtime";
import type { ResourceConfiguration } from "./configuration.js";
import type { FieldPath } from "./positioned-document.js";

/**
 * A resource in a configuration. `pizzas.example.com` is the resource `pizzas` of the group
 * `example.com`.
 */
export interface ConfiguredResource {
  readonly resource: string;
  readonly group: string;
}

export type ReportError = (path: FieldPath, type: field.ErrorType, badValue: unknown, detail: string) => void;

/** Splits the name of a resource at its first dot, as Go's ParseGroupResource does. */
export function splitResource(text: string): ConfiguredResource {
  const dot = text.indexOf(".");
  return dot < 0 ? { resource: text, group: "" } : { resource: text.slice(0, dot), group: text.slice(dot + 1) };
}

/** Checks the names of one list of resources, with Kubernetes' messages. */
export function validateResources(resources: readonly string[], path: FieldPath, report: ReportError): void {
  const parsed = resources.map(splitResource);
  const pairs = parsed.flatMap((a, index) => parsed.slice(index + 1).map((b) => [a, b] as const));
  if (pairs.some(([a, b]) => a.group === b.group && a.resource === b.resource))
    report(path, "FieldValueInvalid", resources, "the same resource cannot be specified multiple times");
  if (pairs.some(([a, b]) => overlap(a, b)))
    report(
      path,
      "FieldValueInvalid",
      resources,
      "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
    );
  for (const [index, name] of resources.entries()) {
    const problem = nameProblem(name);
    if (problem !== undefined) report([...path, index], "FieldValueInvalid", name, problem);
  }
}

function overlap(a: ConfiguredResource, b: ConfiguredResource): boolean {
  if (a.group === b.group && a.resource === b.resource) return false;
  if ([a, b].some(({ group, resource }) => group === "*" && resource === "*")) return true;
  return a.group === b.group && (a.resource === "*" || b.resource === "*");
}

/**
 * Returns the problem with a name; undefined if the name is valid. Kubernetes also refuses the
 * group events.k8s.io, because it stores these Events in the core group. Servers of this project
 * store them in the group events.k8s.io.
 */
function nameProblem(name: string): string | undefined {
  const { group, resource } = splitResource(name);
  if (name !== name.toLowerCase()) return "resource name should not contain capital letters";
  if (name === "*") return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources";
  if (["apiserveripinfo", "serviceipallocations", "servicenodeportallocations"].includes(name))
    return "resources which do not have REST API/s cannot be encrypted";
  if (group === "extensions") return "'extensions' group has been removed and cannot be used for encryption";
  if (group === "*" && resource !== "*") return "encrypting the same resource across groups is not supported";
  return undefined;
}

/**
 * Reports a resource that a wildcard in an earlier list includes: the providers of the later list
 * would never be used.
 */
export function validateMasks(
  lists: readonly ResourceConfiguration[],
  report: (path: FieldPath, message: string) => void,
): void {
  const earlier = new Set<string>();
  for (const [index, { resources }] of lists.entries())
    for (const [at, name] of resources.entries()) {
      const { group, resource } = splitResource(name);
      const mask = [`*.${group}`, "*.*"].find((each) => earlier.has(each));
      if (mask !== undefined)
        report(
          ["resources", index, "resources", at],
          `resource ${JSON.stringify(name)} is masked by earlier rule ${JSON.stringify(mask)}`,
        );
      earlier.add(group === "" && resource !== "*" ? resource : `${resource}.${group}`);
    }
}
