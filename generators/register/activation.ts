import { posix } from "node:path";
import { addMarker, addPackageMarker, remedy, remedyAs, removeMarker, replaceMarker } from "../../engine/fix/fix.js";
import { externalTypesOf } from "../../engine/model/external-types.js";
import {
  apiVersionOf,
  folderNamed,
  groupOf,
  groupVersionOf,
  versionOf,
  type GroupVersion,
} from "../../engine/model/group-version.js";
import type { Package, TypeDeclaration, Universe } from "../../engine/model/universe.js";
import { findDeclaration, typeText } from "../../engine/print/type.js";
import { compareText, type Problem } from "../../engine/problem.js";
import { disagreements } from "./agreement.js";
import { hubMarkerProblems } from "./hub-markers.js";
import { lifecycleProblems } from "./lifecycle.js";
import { isGroup } from "./markers.js";
import { columnProblems } from "./print-columns.js";
import { resourceNameProblems } from "./resource-names.js";
import { subresourceProblems } from "./subresources.js";

/** A folder whose kinds are registered. */
export interface Registered {
  readonly pkg: Package;
  readonly groupVersion: GroupVersion;
  /** By name in code-point order. */
  readonly kinds: readonly TypeDeclaration[];
  /** The `register.ts` that a person wrote instead of what would be generated. */
  readonly handWritten: string | undefined;
}

export interface Activation {
  readonly registered?: Registered;
  readonly problems: readonly Problem[];
}

export function activate(universe: Universe, pkg: Package): Activation {
  const wishes = pkg.markers.filter(({ name }) => name === "k8s:register-gen");
  const group = groupOf(pkg);
  if (wishes.some(({ value }) => value === "false")) return { problems: [] };
  const [wish] = wishes;
  if (group === undefined)
    return { problems: wish === undefined ? unregistered(universe, pkg) : [noGroup(pkg, wish.position)] };
  const version = versionOf(universe, pkg);
  const marker = pkg.markers.find(({ name }) => name === "groupName");
  if (version === undefined) return { problems: [noVersion(pkg, marker?.position ?? pkg.position)] };
  const groupVersion = { group, version };
  const kinds = Object.values(pkg.types)
    .filter(isKind)
    .sort((a, b) => compareText(a.name, b.name));
  return {
    registered: {
      pkg,
      groupVersion,
      kinds,
      handWritten: pkg.files.find((file) => file === posix.join(pkg.id, "register.ts")),
    },
    problems: [
      ...aliases(universe, pkg),
      ...externalGroups(universe, pkg, groupVersion),
      ...Object.values(pkg.types)
        .filter((type) => !isKind(type))
        .flatMap((type) => [...strayMarkers(type), ...withoutTypeMeta(groupVersion, type)]),
      ...kinds.flatMap((kind) => [
        ...(isGroup(group) ? disagreements(groupVersion, pkg, kind) : []),
        ...columnProblems(universe, kind),
        ...subresourceProblems(universe, kind),
        ...lifecycleProblems(universe, pkg, kind),
        ...resourceNameProblems(kind),
        ...hubMarkerProblems(universe, pkg, kind),
      ]),
    ],
  };
}

/**
 * An exported interface that extends TypeMeta. What has an expression for a name is only part of
 * others.
 */
function isKind({ exported, shape, expression, markers }: TypeDeclaration): boolean {
  const isOut = markers.some(({ name, value }) => name === "k8s:register-gen" && value === "false");
  return exported && !isOut && expression === undefined && shape.kind === "object" && shape.typeMeta !== undefined;
}

/** Only kinds have columns, subresources and other names. */
function strayMarkers({ name, shape, markers }: TypeDeclaration): Problem[] {
  // A kind that is not registered keeps its markers; those of another tool's types may stand
  // anywhere.
  if (shape.kind === "object" && shape.typeMeta !== undefined) return [];
  const [first] = markers.filter((marker) => /^kubebuilder:(printcolumn|subresource|resource)\b/.test(marker.name));
  if (first === undefined) return [];
  const message = `+${first.name} has no effect on ${name}, which is no kind`;
  return [
    {
      code: "register/stray-marker",
      severity: "warning",
      message,
      ...remedy(removeMarker(first, "remove it here, and put it on the kind: the interface that extends TypeMeta")),
      position: first.position,
    },
  ];
}

/** An interface that spells out what TypeMeta has: nobody would know that it is a kind. */
function withoutTypeMeta(
  groupVersion: GroupVersion,
  { name, exported, expression, shape, markers, position }: TypeDeclaration,
): Problem[] {
  if (!exported || expression !== undefined || shape.kind !== "object" || shape.typeMeta !== undefined) return [];
  if (markers.some((marker) => marker.name === "k8s:register-gen" && marker.value === "false")) return [];
  const has = (wanted: string): boolean => shape.fields.some((field) => field.name === wanted);
  const isMeta = shape.fields.some(
    ({ name: field, type }) =>
      field === "metadata" && type.kind === "ref" && /^@apimachinery\/runtime#(Object|List)Meta$/.test(type.to),
  );
  if (!isMeta || !has("apiVersion") || !has("kind")) return [];
  const base = `TypeMeta<${JSON.stringify(apiVersionOf(groupVersion))}, ${JSON.stringify(name)}>`;
  return [
    {
      code: "register/no-type-meta",
      severity: "error",
      message: `${name} has apiVersion, kind and metadata, and does not extend TypeMeta: it is no kind`,
      ...remedy(
        {
          text: `interface ${name} extends ${base}, without the two properties`,
          edits: [{ kind: "heritage", at: position, base: "TypeMeta", to: base }],
        },
        addMarker(position, "+k8s:register-gen=false", "do not register it: +k8s:register-gen=false"),
      ),
      position,
    },
  ];
}

/**
 * Kinds are interfaces. A generic one with its arguments has no name of its own, and an alias does
 * not give it one.
 */
function aliases(universe: Universe, pkg: Package): Problem[] {
  return Object.values(pkg.types).flatMap(({ name, shape, exported, position, markers }): Problem[] => {
    if (
      !exported ||
      shape.kind !== "alias" ||
      shape.of.kind !== "ref" ||
      markers.some((marker) => marker.name === "k8s:register-gen" && marker.value === "false")
    )
      return [];
    const of = findDeclaration(universe, shape.of.to);
    if (of?.expression === undefined || of.shape.kind !== "object" || of.shape.typeMeta === undefined) return [];
    const written = typeText(universe, of);
    return [
      {
        code: "register/alias-of-kind",
        severity: "warning",
        message: `${name} is only another name for ${written}, so it is no kind and is not registered`,
        ...remedyAs(
          `write an interface: export interface ${name} extends ${written} {}\nor do not register it: +k8s:register-gen=false`,
          addMarker(position, "+k8s:register-gen=false"),
        ),
        position,
      },
    ];
  });
}

function noGroup(pkg: Package, position: Problem["position"]): Problem {
  return {
    code: "register/no-group",
    severity: "error",
    message: `${pkg.id} is to be registered, but does not say of which API group it is`,
    ...remedyAs("add +groupName=example.com to doc.ts; +groupName= is the core group", {
      ...addPackageMarker(pkg.id, "+groupName=example.com"),
      isExample: true,
    }),
    position,
  };
}

/**
 * Kinds that say of which group they are, in a folder that asks for code and does not say it: they
 * would be missing in the scheme without a word.
 */
function unregistered(universe: Universe, pkg: Package): Problem[] {
  if (!pkg.markers.some(({ name, value }) => /^k8s:[a-z-]+-gen$/.test(name) && value !== "false")) return [];
  const kinds = [pkg, ...externalTypesOf(universe, pkg)].flatMap(({ types }) => Object.values(types).filter(isKind));
  const group = kinds.flatMap(({ shape }) =>
    shape.kind === "object" ? (/^(.+)\//.exec(shape.typeMeta?.apiVersion ?? "")?.[1] ?? []) : [],
  )[0];
  if (group === undefined) return [];
  const hub = universe.packages[posix.dirname(pkg.id)];
  const isOfGroup = hub?.kind === "folder" && groupOf(hub) === group;
  const names = kinds.map(({ name }) => name).join(", ");
  return [
    {
      code: "register/no-group",
      severity: isOfGroup ? "error" : "warning",
      message: `${pkg.id} has kinds of ${group} (${names}), and no +groupName: they are not registered${isOfGroup ? `, and Install of ${hub.id} leaves the version out` : ""}`,
      ...remedy(
        addPackageMarker(pkg.id, `+groupName=${group}`),
        addPackageMarker(pkg.id, "+k8s:register-gen=false", "do not register them: +k8s:register-gen=false"),
      ),
      position: pkg.position,
    },
  ];
}

/**
 * External types of another group or version than the folder of their functions: AddToScheme leaves
 * them out.
 */
function externalGroups(universe: Universe, pkg: Package, own: GroupVersion): Problem[] {
  const marker = pkg.markers.find(({ name }) => name === "k8s:conversion-gen-external-types");
  const types = marker === undefined ? undefined : universe.packages[folderNamed(pkg.id, marker.value ?? "")];
  const other = types?.kind === "folder" ? groupVersionOf(universe, types) : undefined;
  if (marker === undefined || types === undefined || other === undefined || apiVersionOf(other) === apiVersionOf(own))
    return [];
  const fixes = pkg.markers
    .filter(({ name }) => name === "groupName" && other.version === own.version)
    .map((group) => replaceMarker(group, `+groupName=${other.group}`));
  return [
    {
      code: "register/external-group",
      severity: "warning",
      message: `${pkg.id} is ${apiVersionOf(own)}, and its external types in ${types.id} are ${apiVersionOf(other)}: AddToScheme of ${pkg.id} does not register them`,
      ...(fixes.length > 0
        ? remedy(...fixes)
        : { hint: `name both folders after one version, or call AddToScheme of ${types.id}` }),
      position: marker.position,
    },
  ];
}

function noVersion(pkg: Package, position: Problem["position"]): Problem {
  return {
    code: "register/no-version",
    severity: "error",
    message: `the API version of ${pkg.id} can't be told from its folder's name`,
    ...remedyAs(
      `name the folder like a version, such as v1 or v1beta1
a hub has folders of versions below it, or versions that name it: +k8s:conversion-gen=<its folder>
where nothing is to be registered, add +k8s:register-gen=false to doc.ts`,
      addPackageMarker(pkg.id, "+k8s:register-gen=false"),
    ),
    position,
  };
}
