import { posix } from "node:path";
import { addMarker, addPackageMarker, remedy, remedyAs, removeMarker, replaceMarker } from "../../engine/base/fix.js";
import { groupName, isGroup } from "../../engine/markers/group-name.js";
import { externalTypesOf } from "../../engine/model/external-types.js";
import {
  apiVersionOf,
  groupOf,
  groupVersionOf,
  isVersion,
  parseAPIVersion,
  versionOf,
  versionsOfHub,
  type PackageGroupVersion,
} from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { typeById } from "../../engine/model/lookup.js";
import { typeString } from "../../engine/print/type.js";
import type { Problem } from "../../engine/base/problem.js";
import { externalTypes } from "../markers/conversion.js";
import { disagreements, extendTypeMeta, typeMetaOf } from "./agreement.js";
import { hubMarkerProblems } from "./hub-markers.js";
import { lifecycleProblem } from "../kinds/lifecycle.js";
import { isOptedOut, registerGen } from "../markers/register.js";
import { columnProblems } from "./print-columns.js";
import { resourceNameProblem } from "../kinds/resource-names.js";
import { selectableProblems } from "../kinds/selectable-fields.js";
import { subresourceProblems } from "../kinds/subresources.js";
import { type Registered, hasTypeMeta, registeredAt, isRegisteredKind } from "../kinds/registered.js";
import { registerProblems } from "../problem-codes/register.js";

export interface Activation {
  readonly registered?: Registered;
  readonly problems: readonly Problem[];
}

export function activate(universe: Universe, pkg: Package): Activation {
  const own = registerGen.find(pkg);
  const group = groupOf(pkg);
  if (isOptedOut(pkg)) return { problems: [] };
  if (group === undefined && own !== undefined) return { problems: withoutGroup(universe, pkg, own.position) };
  if (group === undefined) return { problems: [unregistered(universe, pkg) ?? []].flat() };
  const version = versionOf(universe, pkg);
  const marker = groupName.find(pkg);
  if (version === undefined) return { problems: [noVersion(pkg, marker?.position ?? pkg.position)] };
  const registered = registeredAt(pkg, { group, version });
  const { groupVersion, kinds } = registered;
  return {
    registered,
    problems: [
      ...aliases(universe, pkg),
      externalGroups(universe, pkg, groupVersion),
      ...Object.values(pkg.types)
        .filter((type) => !isRegisteredKind(type))
        .flatMap((type) => [strayMarkers(type), withoutTypeMeta(groupVersion, type)]),
      ...kinds.flatMap((kind) => [
        ...(isGroup(group) ? disagreements(groupVersion, pkg, kind) : []),
        ...columnProblems(universe, kind),
        ...subresourceProblems(universe, kind),
        ...selectableProblems(universe, kind),
        lifecycleProblem(universe, pkg, kind),
        resourceNameProblem(kind),
        ...hubMarkerProblems(universe, pkg, kind),
      ]),
    ].filter((problem) => problem !== undefined),
  };
}

/**
 * Reports markers for columns, selectable fields, subresources and resource names on types that are
 * not kinds.
 */
function strayMarkers(type: TypeDeclaration): Problem | undefined {
  // An interface that extends TypeMeta is not reported, even if it is not registered.
  if (hasTypeMeta(type)) return undefined;
  const { name, markers } = type;
  const [first] = markers.filter((marker) =>
    /^kubebuilder:(printcolumn|selectablefield|subresource|resource)\b/.test(marker.name),
  );
  if (first === undefined) return undefined;
  const message = `+${first.name} has no effect on ${name}, which is not a kind`;
  return {
    ...registerProblems.is("register/stray-marker"),
    message,
    ...remedy(removeMarker(first, "move the marker to the kind, which is the interface that extends TypeMeta")),
    position: first.position,
  };
}

/**
 * Reports an interface that declares the properties of TypeMeta itself instead of extending
 * TypeMeta. The generator does not recognise such an interface as a kind.
 */
function withoutTypeMeta(groupVersion: PackageGroupVersion, type: TypeDeclaration): Problem | undefined {
  const { name, exported, expression, shape, position } = type;
  if (!exported || expression !== undefined || shape.kind !== "object" || shape.typeMeta !== undefined)
    return undefined;
  if (isOptedOut(type)) return undefined;
  const has = (wanted: string): boolean => shape.fields.some((field) => field.name === wanted);
  const isMeta = shape.fields.some(
    ({ name: field, type: of }) =>
      field === "metadata" && of.kind === "ref" && /^@apimachinery\/runtime#(Object|List)Meta$/.test(of.to),
  );
  if (!isMeta || !has("apiVersion") || !has("kind")) return undefined;
  const base = typeMetaOf(groupVersion, name);
  return {
    ...registerProblems.is("register/no-type-meta"),
    message: `${name} has apiVersion, kind and metadata, but does not extend TypeMeta, so it is not a kind`,
    ...remedy(
      {
        text: `declare interface ${name} extends ${base}, without the properties apiVersion and kind`,
        edits: [extendTypeMeta(position, base)],
      },
      addMarker(
        position,
        "+k8s:register-gen=false",
        "if the type should not be registered, add +k8s:register-gen=false",
      ),
    ),
    position,
  };
}

/**
 * Reports aliases of generic kinds. Only an interface can be a kind, so such an alias is not
 * registered.
 */
function aliases(universe: Universe, pkg: Package): Problem[] {
  return Object.values(pkg.types).flatMap((alias): Problem | [] => {
    const { name, shape, exported, position } = alias;
    if (!exported || shape.kind !== "alias" || shape.of.kind !== "ref" || isOptedOut(alias)) return [];
    const of = typeById(universe, shape.of.to);
    if (of?.expression === undefined || of.shape.kind !== "object" || of.shape.typeMeta === undefined) return [];
    const written = typeString(universe, of);
    return {
      ...registerProblems.is("register/alias-of-kind"),
      message: `${name} is an alias of ${written}, so it is not a kind and is not registered`,
      ...remedyAs(
        `declare an interface: export interface ${name} extends ${written} {}\nif the type should not be registered, add +k8s:register-gen=false`,
        addMarker(position, "+k8s:register-gen=false"),
      ),
      position,
    };
  });
}

/**
 * Reports a folder with `+k8s:register-gen` but without a group. Also reports a folder name that is
 * not a version.
 */
function withoutGroup(universe: Universe, pkg: Package, position: Problem["position"]): Problem[] {
  const noGroup: Problem = {
    ...registerProblems.is("register/no-group", "error"),
    message: `${pkg.id} has +k8s:register-gen, but no +groupName`,
    ...remedyAs("add +groupName=example.com to doc.ts; an empty name means the core group", {
      ...addPackageMarker(pkg.id, "+groupName=example.com"),
      isExample: true,
    }),
    position,
  };
  return versionOf(universe, pkg) === undefined ? [noGroup, noVersion(pkg, position)] : [noGroup];
}

/**
 * Reports kinds that declare a group in their apiVersion although their package has no `+groupName`
 * marker. Such kinds are not registered. Only packages with a marker that enables a generator are
 * checked.
 */
function unregistered(universe: Universe, pkg: Package): Problem | undefined {
  if (!pkg.markers.some(({ name, value }) => /^k8s:[a-z-]+-gen$/.test(name) && value !== "false")) return undefined;
  const kinds = [pkg, ...externalTypesOf(universe, pkg)].flatMap(({ types }) =>
    Object.values(types).filter(isRegisteredKind),
  );
  const apiVersions = kinds.flatMap(({ shape }) =>
    shape.kind === "object" && shape.typeMeta?.apiVersion !== undefined ? [shape.typeMeta.apiVersion] : [],
  );
  const { group, version } = parseAPIVersion(apiVersions.find((text) => /./.test(parseAPIVersion(text).group)) ?? "");
  if (group === "") return undefined;
  // All folders of one group share an Install function, which omits a version without `+groupName`.
  const parent = posix.dirname(pkg.id);
  const isOfGroup = Object.values(universe.packages).some(
    (other) =>
      other.kind === "folder" &&
      groupOf(other) === group &&
      (other.id === parent || (isVersion(posix.basename(other.id)) && posix.dirname(other.id) === parent)),
  );
  const names = kinds.map(({ name }) => name).join(", ");
  const leave = addPackageMarker(
    pkg.id,
    "+k8s:register-gen=false",
    "if the kinds should not be registered, add +k8s:register-gen=false",
  );
  // If the package is a hub, its versions also need `+groupName`.
  const folders = [pkg, ...versionsOfHub(universe, pkg.id).filter((other) => groupOf(other) === undefined)].map(
    ({ id }) => id,
  );
  const marker = `+groupName=${group}`;
  const add = {
    text: `add ${marker} to ${folders.map((id) => `${id}/doc.ts`).join(", ")}`,
    edits: folders.flatMap((id) => addPackageMarker(id, marker).edits),
  };
  const isVersioned = versionOf(universe, pkg) !== undefined;
  const reason = isVersioned ? "no +groupName" : "no +groupName, and its name is not a version";
  return {
    ...registerProblems.is("register/no-group", isOfGroup ? "error" : "warning"),
    message: `${pkg.id} has kinds of ${group} (${names}), but ${reason}, so they are not registered${isOfGroup ? `, and Install of ${parent} omits the version` : ""}`,
    ...(isVersioned
      ? remedy(add, leave)
      : remedyAs(`move the files to ${pkg.id}/${version}, and add ${marker} to doc.ts\nor ${leave.text}`, leave)),
    position: pkg.position,
  };
}

/**
 * Reports external types whose group or version differs from that of the package with their
 * functions. AddToScheme does not register such types.
 */
function externalGroups(universe: Universe, pkg: Package, own: PackageGroupVersion): Problem | undefined {
  const marker = externalTypes.find(pkg);
  const types = marker?.folder === undefined ? undefined : universe.packages[marker.folder.id];
  const other = types?.kind === "folder" ? groupVersionOf(universe, types) : undefined;
  if (marker === undefined || types === undefined || other === undefined || apiVersionOf(other) === apiVersionOf(own))
    return undefined;
  const fixes = groupName
    .findAll(pkg)
    .filter(() => other.version === own.version)
    .map((group) => replaceMarker(group, `+groupName=${other.group}`));
  return {
    ...registerProblems.is("register/external-group"),
    message: `AddToScheme of ${pkg.id} cannot register the types of ${types.id}: ${pkg.id} has the apiVersion ${apiVersionOf(own)}, but ${types.id} has ${apiVersionOf(other)}`,
    ...(fixes.length > 0
      ? remedy(...fixes)
      : { hint: `rename the folders so that both are the same version, or call AddToScheme of ${types.id}` }),
    position: marker.position,
  };
}

function noVersion(pkg: Package, position: Problem["position"]): Problem {
  return {
    ...registerProblems.is("register/no-version"),
    message: `the folder name of ${pkg.id} is not an API version`,
    ...remedyAs(
      `rename the folder to a version, such as v1 or v1beta1
if the folder is a hub, add folders of versions below it, or name the hub in its versions: +k8s:conversion-gen=<folder>
if no type should be registered, add +k8s:register-gen=false to doc.ts`,
      addPackageMarker(pkg.id, "+k8s:register-gen=false"),
    ),
    position,
  };
}
