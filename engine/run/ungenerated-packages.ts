import { posix } from "node:path";
import { addPackageMarker, remedyAs } from "../base/fix.js";
import { accept } from "../model/accepted.js";
import { isInternalKind, parseAPIVersion, versionsOfHub } from "../model/group-version.js";
import { isKindDeclaration, siblingHub } from "../model/sibling-hub.js";
import type { Package, TypeDeclaration, Universe } from "../model/universe.js";
import type { PlannedFile } from "../plan/plan.js";
import type { Problem } from "../base/problem.js";
import { projectProblems } from "../base/problem-codes.js";

/**
 * Reports folders that contain kinds but no generated code, usually because `doc.ts` is missing. A
 * folder is not reported if it has a package marker, or if a type has a marker that disables a
 * generator.
 */
export function ungeneratedPackages(universe: Universe, files: readonly PlannedFile[]): Problem[] {
  const byMarkers = files.filter(({ generator }) => generator.needsNoMarker !== true);
  const busy = new Set(byMarkers.map(({ file }) => file.package));
  return Object.values(universe.packages).flatMap((pkg): Problem[] => {
    if (pkg.kind !== "folder" || !pkg.target || busy.has(pkg.id) || saysSomething(pkg)) return [];
    const kinds = Object.values(pkg.types).filter(isKindDeclaration);
    const [first] = kinds;
    if (first === undefined) return [];
    const hub = isBelowHub(universe, pkg) ? ".." : relativeFolder(pkg, siblingHub(universe, pkg));
    const isOfGroup = hub !== undefined || versionsOfHub(universe, pkg.id).length > 0;
    const markers = [
      "+k8s:deepcopy-gen=package",
      ...(hub === undefined ? [] : [`+k8s:conversion-gen=${hub}`]),
      ...(isOfGroup ? ["+k8s:defaulter-gen=TypeMeta"] : []),
      `+groupName=${groupOf(first) ?? "example.com"}`,
    ];
    const names = kinds.map(({ name }) => name).join(", ");
    const message = `nothing is generated for the kinds of ${pkg.id} (${names}): the folder has no package marker`;
    const hint = `// ${pkg.id}/doc.ts\n/**\n${markers.map((marker) => ` * ${marker}\n`).join("")} *\n * @packageDocumentation\n */\nexport {};`;
    const advice = remedyAs(hint, addPackageMarker(pkg.id, markers.join("\n * "), `write ${pkg.id}/doc.ts`));
    const head = projectProblems.is("project/nothing-generated", isOfGroup ? "error" : "warning");
    return [{ ...head, message, ...advice, position: first.position }];
  });
}

/**
 * Reports whether the parent folder contains the kinds of a hub. If it does, `create version`
 * writes markers for conversions and defaults.
 */
function isBelowHub({ packages }: Universe, { id }: Package): boolean {
  const above = packages[posix.dirname(id)];
  return above !== undefined && Object.values(above.types).some(isInternalKind);
}

function relativeFolder({ id }: Package, hub: Package | undefined): string | undefined {
  return hub === undefined ? undefined : posix.relative(id, hub.id);
}

/**
 * Reports whether a package has a package marker (except the one that accepts warnings), or one of
 * its types has a marker that enables or disables a generator.
 */
export function saysSomething({ markers, types }: Package): boolean {
  return (
    markers.some((marker) => !accept.matches(marker)) ||
    Object.values(types).some((type) => type.markers.some(({ name }) => /^k8s:[a-z-]+-gen$/.test(name)))
  );
}

/** Returns the group in the `apiVersion` literal of a kind; undefined without a literal. */
function groupOf({ shape }: TypeDeclaration): string | undefined {
  const apiVersion = shape.kind === "object" ? shape.typeMeta?.apiVersion : undefined;
  return apiVersion === undefined ? undefined : parseAPIVersion(apiVersion).group;
}
