import type { PlanInput } from "../../../../engine/plan/generator.js";
import { compareVersions, internalVersion } from "../../../../engine/model/group-version.js";
import type { TypeDeclaration } from "../../../../engine/model/universe.js";
import { storageVersion, unservedVersion } from "../../../../generators/markers/crd.js";
import { rootSchema } from "../../../../generators/crd-schemas/schema/root-schema.js";
import type { LossyPage } from "../../../../generators/lossy/page.js";
import { registeredIn, type Registered } from "../../../../generators/kinds/registered.js";
import { hasListMeta, hasObjectMeta } from "../../../../engine/model/facts/object-meta.js";
import { lifecycleOf } from "../../../../generators/kinds/lifecycle.js";
import { columnsOf } from "../../../../generators/register/print-columns.js";
import { resourceNamesOf, pluralNameOf } from "../../../../generators/kinds/resource-names.js";
import { subresourcesOf } from "../../../../generators/kinds/subresources.js";
import type { API, APIKind, LostProperty, APIResourceForm } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import { readFunctions } from "./read-functions.js";
import { ValueReader } from "./read-values.js";

/**
 * Reads the kinds that a project serves. Omits lists, versions that are not served, and the types
 * of an internal hub, which clients never see.
 */
export function readAPI(input: PlanInput, pages: readonly LossyPage[]): API {
  const values = new ValueReader(input);
  const served = input.packages.flatMap((pkg) => {
    const registered = pkg.target ? registeredIn(input.universe, pkg) : undefined;
    if (registered === undefined || registered.groupVersion.version === internalVersion) return [];
    return registered.kinds
      .filter((type) => !hasListMeta(type) && !unservedVersion.has(type))
      .map((type) => ({ registered, type }));
  });
  const kinds = served.map(({ registered, type }): APIKind => {
    const { pkg, groupVersion } = registered;
    const lifecycle = lifecycleOf(input.universe, pkg, type);
    return {
      ...groupVersion,
      name: type.name,
      position: type.position,
      folder: pkg.id,
      ...(hasObjectMeta(type) ? { resource: resourceOfKind(input, type) } : {}),
      ...(lifecycle === undefined ? {} : { lifecycle }),
      isStored: isStored(served, registered, type),
      value: values.declared(type),
      schema: () => rootSchema(input, type).schema,
    };
  });
  return { kinds, losses: pages.flatMap(lossesOf), functions: readFunctions(input) };
}

type Served = readonly { readonly registered: Registered; readonly type: TypeDeclaration }[];

/**
 * Reports whether a version is the storage version: by its marker, or because it is the most mature
 * version.
 */
function isStored(served: Served, { groupVersion }: Registered, type: TypeDeclaration): boolean {
  if (!hasObjectMeta(type)) return false;
  const same = served.filter(
    (other) => other.type.name === type.name && other.registered.groupVersion.group === groupVersion.group,
  );
  const marked = same.find((other) => storageVersion.has(other.type));
  if (marked !== undefined) return marked.type === type;
  const [first] = same.map(({ registered }) => registered.groupVersion.version).sort(compareVersions);
  return first === groupVersion.version;
}

function resourceOfKind(input: PlanInput, type: TypeDeclaration): APIResourceForm {
  const names = resourceNamesOf(type);
  const subresources = subresourcesOf(type);
  return {
    plural: names.path ?? pluralNameOf(input, type),
    shortNames: names.shortNames,
    isClusterWide: names.isClusterWide,
    subresources: [
      ...(subresources?.status === true ? ["status"] : []),
      ...(subresources === undefined || subresources.scale === null ? [] : ["scale"]),
    ],
    columns: new Map(columnsOf(type).map((column) => [column.name, canonical(column)])),
  };
}

function lossesOf({ group, version, kinds }: LossyPage): readonly LostProperty[] {
  return kinds.flatMap(({ kind, losses, fromVersion }) =>
    [losses, fromVersion.losses].flatMap((lost, trip) =>
      lost.map((one) => ({ ...one, group, version, kind, fromVersion: trip === 1 })),
    ),
  );
}
