import {
  Scheme,
  type KindDefinition,
  type ListMeta,
  type ObjectMeta,
  type Schema,
  type TypeMeta,
  type int32,
  field,
} from "@apimachinery/runtime";
import { ListMetaSchema, ObjectMetaSchema } from "@apimachinery/runtime/codegen/v1";
import {
  newAPIGroup,
  type APIGroupInfo,
  type GroupDefinition,
  type GroupPlace,
  type Storage,
  type Strategy,
} from "@apimachinery/apiserver";

/**
 * Kind with features that the kinds of the restaurant group lack: subresources, columns, and lists
 * that patches merge. The hub uses the same types as the version.
 */
export interface Oven extends TypeMeta {
  metadata: ObjectMeta;
  spec: OvenSpec;
  status: OvenStatus;
}

export interface OvenSpec {
  replicas?: int32;
  trays: Tray[];
  colour: string;
  energy?: Energy;
}

/** A union: the members share a property, and each has one of its own. */
export type Energy = Gas | Electricity;

export interface Gas {
  source: "Gas";
  power: int32;
  burners: Burner[];
}

export interface Burner {
  name: string;
  kind?: string;
}

export interface Electricity {
  source: "Electricity";
  power: int32;
  phases: int32;
}

export interface Tray {
  name: string;
  cake?: string;
}

export interface OvenStatus {
  replicas: int32;
  selector?: string;
  heat: string;
}

export interface OvenList extends TypeMeta {
  metadata: ListMeta;
  items: Oven[];
}

const TraySchema: Schema<Tray> = {
  name: "v1.Tray",
  fields: { name: { type: "string" }, cake: { type: "string", optional: true } },
};
const BurnerSchema: Schema<Burner> = {
  name: "v1.Burner",
  fields: { name: { type: "string" }, kind: { type: "string", optional: true } },
};
const GasSchema: Schema<Gas> = {
  name: "v1.Gas",
  fields: {
    source: { type: "string", enum: ["Gas"] },
    power: { type: "int32" },
    burners: {
      type: "list",
      items: { type: "ref", to: () => BurnerSchema },
      patchStrategy: ["merge"],
      patchMergeKey: "name",
    },
  },
};
const ElectricitySchema: Schema<Electricity> = {
  name: "v1.Electricity",
  fields: { source: { type: "string", enum: ["Electricity"] }, power: { type: "int32" }, phases: { type: "int32" } },
};
const EnergySchema: Schema<Energy> = {
  name: "v1.Energy",
  discriminator: "source",
  members: { Gas: () => GasSchema, Electricity: () => ElectricitySchema },
};
const OvenSpecSchema: Schema<OvenSpec> = {
  name: "v1.OvenSpec",
  fields: {
    replicas: { type: "int32", optional: true },
    trays: {
      type: "list",
      items: { type: "ref", to: () => TraySchema },
      patchStrategy: ["merge"],
      patchMergeKey: "name",
    },
    colour: { type: "string" },
    energy: { type: "ref", to: () => EnergySchema, optional: true },
  },
};
const OvenStatusSchema: Schema<OvenStatus> = {
  name: "v1.OvenStatus",
  fields: { replicas: { type: "int32" }, selector: { type: "string", optional: true }, heat: { type: "string" } },
};
const OvenSchema: Schema<Oven> = {
  name: "v1.Oven",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ObjectMetaSchema },
    spec: { type: "ref", to: () => OvenSpecSchema },
    status: { type: "ref", to: () => OvenStatusSchema },
  },
};
export const OvenListSchema: Schema<OvenList> = {
  name: "v1.OvenList",
  fields: {
    kind: { type: "string" },
    apiVersion: { type: "string" },
    metadata: { type: "ref", to: () => ListMetaSchema },
    items: { type: "list", items: { type: "ref", to: () => OvenSchema } },
  },
};

export const ovenKind: KindDefinition<Oven> = {
  schema: OvenSchema,
  resource: "ovens",
  shortNames: ["ov"],
  printColumns: [
    { name: "Colour", type: "string", path: ["spec", "colour"] },
    {
      name: "Replicas",
      type: "integer",
      format: "int32",
      description: "How many are wanted.",
      path: ["spec", "replicas"],
    },
    { name: "First", type: "string", priority: 1, path: ["spec", "trays", 0] },
    {
      name: "Apple",
      type: "boolean",
      priority: 1,
      path: ["spec", "trays", { where: { path: ["cake"], is: "==", value: "apple" } }, "name"],
    },
    { name: "Built", type: "date", path: ["metadata", "creationTimestamp"] },
    { name: "Heated", type: "date", path: ["status", "heat"] },
  ],
  subresources: {
    status: true,
    scale: {
      specReplicasPath: ["spec", "replicas"],
      statusReplicasPath: ["status", "replicas"],
      labelSelectorPath: ["status", "selector"],
    },
  },
};

export const ovenStrategy: Strategy<Oven> = {
  isNamespaced: true,
  allowCreateOnUpdate: true,
  allowUnconditionalUpdate: true,
  validate: (_context, { spec }) =>
    spec.colour === "invisible"
      ? [field.invalid(field.newPath("spec").child("colour"), spec.colour, "cannot be seen")]
      : [],
  validateUpdate: (_context, { spec }, old) =>
    spec.colour === old.spec.colour
      ? []
      : [field.invalid(field.newPath("spec").child("colour"), spec.colour, "field is immutable")],
  warningsOnCreate: (_context, { spec }) => (spec.trays.length === 0 ? ["an oven without trays bakes nothing"] : []),
  status: {
    validateUpdate: (_context, { status }) =>
      status.replicas < 0
        ? [field.invalid(field.newPath("status").child("replicas"), status.replicas, "must not be negative")]
        : [],
    warningsOnUpdate: (_context, { status }) => (status.heat === "" ? ["the oven is cold"] : []),
  },
};

export const groupVersion = { group: "bakery.example.com", version: "v1" };
export const ovens = "/apis/bakery.example.com/v1/namespaces/default/ovens";

export function bakeryGroup(
  storage: Storage,
  strategy: Strategy<Oven> = ovenStrategy,
  more: Partial<GroupDefinition> = {},
  place: Partial<GroupPlace> = {},
): APIGroupInfo {
  const install = (scheme: Scheme) => {
    for (const version of ["__internal", "v1"])
      scheme.addKnownTypes({ group: groupVersion.group, version }, ovenKind, { schema: OvenListSchema });
  };
  return newAPIGroup(
    { install, storageVersion: groupVersion, kinds: { Oven: strategy }, ...more },
    { scheme: new Scheme("bakery"), storage, keyPrefix: "/registry/bakery", ...place },
  );
}

export function oven(name: string, more: Partial<OvenSpec> = {}): object {
  return { metadata: { name }, spec: { colour: "red", trays: [{ name: "top" }], ...more } };
}
