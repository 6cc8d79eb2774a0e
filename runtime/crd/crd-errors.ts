import { countUTF8Bytes } from "../util/text-length.js";
import * as field from "../field/index.js";
import type { FieldError } from "../field/index.js";
import { isDNS1035Label, isDNS1123Subdomain } from "../names/index.js";
import { jsonEqual } from "../json/values.js";
import { conversionErrors } from "./conversion-errors.js";
import { problemOfKind } from "./embedded-resource.js";
import { newFieldErrors } from "./kubernetes-version.js";
import { approvalErrors, metadataErrors } from "./metadata-errors.js";
import { schemaErrors } from "./schema-errors.js";
import type { CRD, Names, Parts, Version } from "./types.js";
import { columnErrors, selectableErrors, subresourceErrors } from "./version-parts.js";
import { unsupportedKeyword } from "./unsupported.js";

export interface CRDErrorOptions {
  /**
   * Oldest version of Kubernetes whose API servers must accept the definition, such as "1.31".
   * Default: the newest known version.
   */
  readonly kubernetes?: string;
}

/**
 * Returns the errors of a new CustomResourceDefinition, with Kubernetes' paths and messages (Go:
 * validation.ValidateCustomResourceDefinition).
 */
export function crdErrors(crd: CRD, { kubernetes }: CRDErrorOptions = {}): FieldError[] {
  const spec = crd.spec ?? {};
  const path = field.newPath("spec");
  const versions = spec.versions ?? [];
  const names = withDefaults(spec.names ?? {});
  const { shared, own } = shareParts(versions);
  const { group = "", scope = "" } = spec;
  return [
    ...metadataErrors(crd, names.plural ?? "", group),
    ...groupErrors(path.child("group"), group),
    ...scopeErrors(path.child("scope"), scope),
    ...own.flatMap((version, at) =>
      versionErrors(path.child("versions").index(at), version, {
        hasStatus: hasStatus(version) || hasStatus(shared),
        kubernetes,
      }),
    ),
    ...versions.flatMap((version, at) => newFieldErrors(path.child("versions").index(at), version, kubernetes)),
    ...listOfVersionsErrors(path, versions),
    ...nameErrors(path.child("names"), names),
    ...partErrors(path, shared, { schemaName: "validation", hasStatus: versions.some(hasStatus), kubernetes }),
    ...(versions.length > 0 ? missingSchemas(path, versions, shared) : []),
    ...conversionErrors(path.child("conversion"), spec.conversion ?? { strategy: "None" }),
    ...(spec.preserveUnknownFields === true ? preserveErrors(path, spec.conversion?.strategy ?? "None", versions) : []),
    ...storedVersionErrors(versions),
    ...approvalErrors(crd, group),
  ];
}

function withDefaults(names: Names): Names {
  const { kind = "", singular = "", listKind = "" } = names;
  return {
    ...names,
    singular: singular === "" ? kind.toLowerCase() : singular,
    listKind: listKind === "" && kind !== "" ? `${kind}List` : listKind,
  };
}

const parts = ["schema", "subresources", "additionalPrinterColumns", "selectableFields"] as const;

/**
 * Splits the versions into fields that are equal in all versions (`shared`), and versions without
 * these fields (`own`). Kubernetes moves equal fields from the versions to `spec` before it
 * validates.
 */
function shareParts(versions: readonly Version[]): { readonly shared: Parts; readonly own: readonly Version[] } {
  const first = versions[0] ?? {};
  const equal = parts.filter((part) => versions.every((one) => jsonEqual(one[part] ?? null, first[part] ?? null)));
  return {
    shared: pick(first, (part) => equal.includes(part)),
    own: versions.map((one) => ({ ...pick(one, (part) => !equal.includes(part)), ...withoutParts(one) })),
  };
}

function pick(version: Version, isWanted: (part: (typeof parts)[number]) => boolean): Parts {
  return Object.fromEntries(parts.filter((part) => isWanted(part)).map((part) => [part, version[part]]));
}

function withoutParts(version: Version): Version {
  return Object.fromEntries(Object.entries(version).filter(([name]) => !parts.some((part) => part === name)));
}

function hasStatus({ subresources }: Parts): boolean {
  return subresources?.status !== undefined;
}

function groupErrors(path: field.Path, group: string): FieldError[] {
  if (group === "") return [field.required(path, "")];
  const problems = isDNS1123Subdomain(group);
  if (problems.length > 0) return [field.invalid(path, group, problems.join(","))];
  return group.includes(".") ? [] : [field.invalid(path, group, "should be a domain with at least one dot")];
}

function scopeErrors(path: field.Path, scope: string): FieldError[] {
  const scopes = ["Cluster", "Namespaced"];
  if (scope === "") return [field.required(path, "")];
  return scopes.includes(scope) ? [] : [field.notSupported(path, scope, scopes)];
}

interface VersionFacts {
  readonly hasStatus: boolean;
  readonly kubernetes: string | undefined;
}

function versionErrors(path: field.Path, version: Version, facts: VersionFacts): FieldError[] {
  return [
    ...label(path.child("name"), version.name ?? "", true),
    ...deprecationErrors(path.child("deprecationWarning"), version),
    ...partErrors(path, version, { schemaName: "schema", ...facts }),
  ];
}

function partErrors(
  path: field.Path,
  { schema, subresources, additionalPrinterColumns, selectableFields = [] }: Parts,
  { schemaName, ...facts }: VersionFacts & { readonly schemaName: string },
): FieldError[] {
  const openAPI = schema?.openAPIV3Schema;
  const unsupported = openAPI === undefined ? undefined : unsupportedKeyword(openAPI);
  const place = path.child("selectableFields");
  const missing = schemaName === "schema" ? "`version.schema.openAPIV3Schema` is not included" : "";
  return [
    ...schemaErrors(path.child(schemaName), openAPI, facts),
    ...subresourceErrors(path.child("subresources"), subresources),
    ...columnErrors(path.child("additionalPrinterColumns"), additionalPrinterColumns),
    ...(selectableFields.length > 0 && openAPI === undefined
      ? [
          field.invalid(
            place,
            "",
            missing === "" ? "may only be set when validations.schema is included" : `may only be set when ${missing}`,
          ),
        ]
      : []),
    ...(openAPI !== undefined && unsupported === undefined ? selectableErrors(place, selectableFields, openAPI) : []),
  ];
}

function deprecationErrors(
  path: field.Path,
  { deprecated = false, deprecationWarning: warning }: Version,
): FieldError[] {
  if (warning === undefined) return [];
  const add = (detail: string) => field.invalid(path, warning, detail);
  if (!deprecated) return [add("can only be set for deprecated versions")];
  const control = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.exec(warning);
  return [
    ...(countUTF8Bytes(warning) > 256 ? [add("must be <= 256 characters long")] : []),
    ...(warning === "" ? [add("must not be an empty string")] : []),
    ...(control === null
      ? []
      : [
          add(
            `must only contain printable UTF-8 characters; non-printable character found at index ${countUTF8Bytes(warning.slice(0, control.index))}`,
          ),
        ]),
  ];
}

function listOfVersionsErrors(path: field.Path, versions: readonly Version[]): FieldError[] {
  const names = versions.map(({ name = "" }) => name);
  const [first = ""] = names;
  const place = path.child("versions");
  return [
    ...(new Set(names).size < names.length
      ? [field.invalid(place, versions, "must contain unique version names")]
      : []),
    ...(versions.filter(({ storage }) => storage === true).length === 1
      ? []
      : [field.invalid(place, versions, "must have exactly one version marked as storage version")]),
    // Kubernetes copies the name of the first version to a field that does not exist in v1, so a
    // wrong name is reported twice.
    ...label(path.child("version"), first),
  ];
}

function missingSchemas(path: field.Path, versions: readonly Version[], shared: Parts): FieldError[] {
  if (shared.schema?.openAPIV3Schema !== undefined) return [];
  return versions.flatMap(({ schema }, at) =>
    schema?.openAPIV3Schema === undefined
      ? [field.required(path.child("versions").index(at).child("schema").child("openAPIV3Schema"), "")]
      : [],
  );
}

function preserveErrors(path: field.Path, strategy: string, versions: readonly Version[]): FieldError[] {
  const place = path.child("preserveUnknownFields");
  const detail =
    "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead";
  const hasDefaults = versions.some((version) => JSON.stringify(version.schema ?? {}).includes('"default":'));
  return [
    field.invalid(place, true, detail),
    ...(hasDefaults ? [field.invalid(place, true, "must be false in order to use defaults in the schema")] : []),
    ...(strategy === "None"
      ? []
      : [
          field.invalid(
            path.child("conversion").child("strategy"),
            strategy,
            "must be None if spec.preserveUnknownFields is true",
          ),
        ]),
  ];
}

/**
 * Returns the errors of `status.storedVersions`, which the server sets from the storage versions.
 * Without a storage version, the list is empty, which is an error.
 */
function storedVersionErrors(versions: readonly Version[]): FieldError[] {
  const stored = versions.find(({ storage }) => storage === true);
  const path = field.newPath("status", "storedVersions");
  if (stored === undefined) return [field.invalid(path, [], "must have at least one stored version")];
  const { name: first = "" } = stored;
  // As in Go, each name counts as a stored version only once.
  const remaining = new Set([first]);
  return versions.flatMap(({ name = "", storage }) =>
    remaining.delete(name) || storage !== true
      ? []
      : [field.invalid(path, [first], `must have the storage version ${name}`)],
  );
}

/** Returns the errors of `spec.names` of a CRD. Defaults must already be set. */
function nameErrors(path: field.Path, names: Names): FieldError[] {
  const required = (["plural", "singular", "kind", "listKind"] as const)
    .filter((name) => (names[name] ?? "") === "")
    .map((name) => field.required(path.child(name), ""));
  const { kind = "", listKind = "" } = names;
  return [
    ...required,
    ...label(path.child("plural"), names.plural ?? ""),
    ...label(path.child("singular"), names.singular ?? ""),
    ...mixedCaseLabel(path.child("kind"), kind),
    ...mixedCaseLabel(path.child("listKind"), listKind),
    ...(names.shortNames ?? []).flatMap((name, at) => label(path.child("shortNames").index(at), name, true)),
    ...(kind !== "" && kind === listKind
      ? [field.invalid(path.child("listKind"), listKind, "kind and listKind may not be the same")]
      : []),
    ...(names.categories ?? []).flatMap((name, at) => label(path.child("categories").index(at), name, true)),
  ];
}

function label(path: field.Path, name: string, isRequired = false): FieldError[] {
  const problems = name === "" && !isRequired ? [] : isDNS1035Label(name);
  return problems.length === 0 ? [] : [field.invalid(path, name, problems.join(","))];
}

function mixedCaseLabel(path: field.Path, name: string): FieldError[] {
  const problem = name === "" ? undefined : problemOfKind(name);
  return problem === undefined ? [] : [field.invalid(path, name, problem)];
}
