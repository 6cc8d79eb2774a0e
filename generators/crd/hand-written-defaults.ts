import { parseFunctionName } from "../../engine/base/names.js";
import type { Problem } from "../../engine/base/problem.js";
import { argumentsOf } from "../../engine/markers/arguments.js";
import type { Marker } from "../../engine/markers/marker.js";
import type { FunctionDeclaration, TypeDeclaration } from "../../engine/model/universe.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import type { CustomKind } from "../crd-schemas/kinds.js";
import { crdProblems } from "../problem-codes/crd.js";

const webhook = "kubebuilder:webhook:";

/**
 * Warns of hand-written defaulting functions for types of a definition, if no mutating webhook
 * calls these functions in a cluster.
 */
export function handWrittenDefaults(
  { packages }: PlanInput,
  { group, plural, kind, versions }: CustomKind,
  types: readonly TypeDeclaration[],
): readonly Problem[] {
  const markers = packages.flatMap((pkg) =>
    [pkg, ...Object.values(pkg.types), ...pkg.functions, ...pkg.constants].flatMap((owner) => owner.markers),
  );
  if (markers.some((marker) => mutates(marker, group, plural))) return [];
  return versions
    .flatMap(({ pkg }) => pkg.functions)
    .filter((fn) => setsDefaults(fn, types))
    .map(({ name, position }) => ({
      ...crdProblems.is("crd/hand-written-default"),
      message: `${name} does not set defaults in a cluster with the CustomResourceDefinition of ${kind}, because no mutating webhook calls the function`,
      hint: `write the defaults as markers +default=…, or add a webhook: +${webhook}mutating=true,groups=${group},resources=${plural},…`,
      position,
    }));
}

function setsDefaults({ name, package: id }: FunctionDeclaration, types: readonly TypeDeclaration[]): boolean {
  const parsed = parseFunctionName(name);
  if (parsed?.kind !== "SetDefaults" && parsed?.kind !== "SetObjectDefaults") return false;
  // A qualifier may follow the type: `SetDefaults_Pizza_Extra`.
  return types.some(
    (type) => type.package === id && (parsed.rest === type.name || parsed.rest.startsWith(`${type.name}_`)),
  );
}

/** Reports whether a marker declares a mutating webhook for a resource. */
function mutates({ name, value }: Marker, group: string, plural: string): boolean {
  const given = name.startsWith(webhook) ? argumentsOf(name, value, webhook) : undefined;
  if (given === undefined || "fault" in given) return false;
  const has = (argument: string, wanted: string): boolean =>
    (given.get(argument) ?? "").split(";").some((one) => one === wanted || one === "*");
  return given.get("mutating") === "true" && has("groups", group) && has("resources", plural);
}
