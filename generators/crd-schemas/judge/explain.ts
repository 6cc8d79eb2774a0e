import {
  addMarker,
  remedy,
  remedyAs,
  removeMarker,
  replaceMarker,
  replaceText,
  type Remedy,
} from "../../../engine/base/fix.js";
import type { Marker } from "../../../engine/markers/marker.js";
import { wordText } from "../../../engine/markers/print-marker.js";
import { objectOf, underlying } from "../../../engine/model/lookup.js";
import type { Field, Type, TypeId, Universe } from "../../../engine/model/universe.js";
import { nearest } from "../../../engine/util/nearest.js";
import type { Position } from "../../../engine/base/problem.js";
import { introducedAfter, nextVersion } from "../../../runtime/cel/index.js";
import { plainName } from "../../markers/patch.js";
import { preserveUnknownFields, schemaless } from "../../markers/crd.js";
import { headOfRefusal } from "./codes.js";
import { expensive } from "./expensive.js";
import type { PlacedBound } from "./rule-costs.js";
import type { Cause } from "../rules/causes.js";
import { firstOf, markerOf } from "./markers-of.js";
import type { SchemaOrigin } from "./origin.js";
import { celProblems, crdProblems } from "../../problem-codes/crd.js";
import type { ProblemHead } from "../../../engine/base/define-problems.js";

/** An error that Kubernetes reports in the schema of a kind. */
export interface SchemaRefusal {
  readonly universe: Universe;
  /**
   * Field path in the definition. `text` is the complete error without this path. `detail` is only
   * its description of the mistake, without the invalid value.
   */
  readonly field: string;
  readonly text: string;
  readonly detail: string;
  readonly origin: SchemaOrigin;
  /** The marker that causes the error; undefined if the type itself does. */
  readonly cause: Cause | undefined;
  /**
   * Bounds that would bring the cost of an expensive rule below the limit. Empty for other errors.
   */
  readonly bounds: readonly PlacedBound[];
  /** Version of Kubernetes that determines which CEL functions rules can use. */
  readonly language: string;
  /** Position of the marker, or else of the property or type. */
  readonly position: Position;
}

/** A problem in terms of the TypeScript types and markers, not of the schema. */
export interface Explanation extends Remedy, ProblemHead {
  readonly message: string;
  /** Replaces the position of the refusal, if present. */
  readonly position?: Position;
}

/** Functions that explain errors, by a pattern of the error message from Kubernetes. */
const explanations: readonly (readonly [detail: RegExp, explain: (refusal: SchemaRefusal) => Explanation])[] = [
  [/so it must have a default or be a required property$/, optionalKey],
  [/so it cannot be nullable$/, nullableKey],
  [/must be a scalar type if parent array's/, compoundKey],
  [/must be object if parent array's/, keyOfNonObject],
  [/must be atomic as item of a list with x-kubernetes-list-type=set$/, setOfObjects],
  [/^oldSelf cannot be used on the uncorrelatable portion/, uncorrelated],
  [/estimated rule cost/, expensive],
  [/^uniqueItems cannot be set to true/, uniqueItems],
  [/^must not be empty for specified object fields$/, untyped],
];

/** Returns the problem for an error in a schema. */
export function explainRefusal(refusal: SchemaRefusal): Explanation {
  const [, own] = explanations.find(([detail]) => detail.test(refusal.detail)) ?? [];
  if (own !== undefined) return own(refusal);
  const [keyword] = refusal.origin.rest;
  if (keyword === "default") return wrongDefault(refusal);
  if (keyword === "x-kubernetes-validations") return wrongRule(refusal);
  return otherRefusal(refusal);
}

function otherRefusal({ origin, cause, text, field }: SchemaRefusal): Explanation {
  return {
    ...crdProblems.is("crd/refused"),
    message: `${cause?.label ?? origin.label} results in a CustomResourceDefinition that API servers refuse: ${text}`,
    hint: `the error is at this field of the CustomResourceDefinition: ${field}`,
  };
}

/**
 * Returns the origin of the list whose items contain a key property.
 * @param origin origin of the key property: its `outer` is the item, whose `outer` is the list
 */
function listOf({ outer }: SchemaOrigin): SchemaOrigin | undefined {
  return outer?.outer;
}

function optionalKey({ origin }: SchemaRefusal): Explanation {
  const { field, label } = origin;
  const optionals = /^(?:k8s:|kubebuilder:validation:)?[Oo]ptional$/;
  const marker = field?.markers.find(({ name }) => optionals.test(name));
  const required =
    field === undefined
      ? []
      : marker !== undefined
        ? [removeMarker(marker)]
        : [
            replaceText(
              field.position,
              `${field.name}?:`,
              `${field.name}:`,
              `make the property required: ${field.name}`,
            ),
          ];
  return {
    ...crdProblems.is("crd/optional-key"),
    message: `${label} is a key of the list ${listOf(origin)?.label ?? ""}, so it must be required or have a default`,
    ...remedyAs("make the property required, or give it a default: +default=…", ...required),
  };
}

function nullableKey({ origin }: SchemaRefusal): Explanation {
  const marker = markerOf(origin, "nullable")?.marker;
  return {
    ...crdProblems.is("crd/nullable-key"),
    message: `${origin.label} is a key of the list ${listOf(origin)?.label ?? ""}, so it cannot be null`,
    ...(marker === undefined ? { hint: "use another property as the key" } : remedy(removeMarker(marker))),
    ...(marker === undefined ? {} : { position: marker.position }),
  };
}

function compoundKey({ universe, origin }: SchemaRefusal): Explanation {
  const list = listOf(origin);
  const key = origin.field?.name ?? "";
  const found = list === undefined ? undefined : firstOf(list, (one) => isKey(one) && one.value === key);
  const scalar = scalarKey(universe, origin.outer);
  const fix =
    found === undefined || scalar === undefined
      ? []
      : [replaceMarker(found.marker, `+${found.marker.name}=${wordText(scalar.name)}`)];
  return {
    ...crdProblems.is("crd/compound-key"),
    message: `${origin.label} is a key of the list ${list?.label ?? ""}, so it must be a string, a number or a boolean`,
    ...remedyAs("use another property as the key", ...fix.map((one) => ({ ...one, isExample: true as const }))),
    ...(found === undefined ? {} : { position: found.marker.position }),
  };
}

/**
 * Explains the error that the key markers of a list require objects as items. The problem is at the
 * marker, where the schema generator reports the same mistake.
 */
function keyOfNonObject(refusal: SchemaRefusal): Explanation {
  const { outer } = refusal.origin;
  const key = outer === undefined ? undefined : firstOf(outer, isKey);
  return {
    ...otherRefusal(refusal),
    ...(key === undefined ? {} : { position: key.marker.position }),
  };
}

function isKey({ name }: Marker): boolean {
  return plainName(name) === "listMapKey";
}

/**
 * Returns a required scalar property that can be the key of a list of objects; undefined if none
 * exists.
 */
function scalarKey(universe: Universe, items: SchemaOrigin | undefined): Field | undefined {
  const fields = items === undefined ? [] : (objectOf(universe, items.type)?.shape.fields ?? []);
  const scalars = fields.filter(({ optional, type }) => {
    const under = underlying(universe, type);
    return !optional && (under.kind === "literals" || (under.kind === "scalar" && scalarNames.test(under.name)));
  });
  return scalars.find(({ name }) => /^(name|type|key|uid)$/.test(name)) ?? scalars[0];
}

const scalarNames = /^(?:string|boolean|u?int\d+)$/;

function setOfObjects({ universe, origin, cause }: SchemaRefusal): Explanation {
  const object = objectOf(universe, origin.type)?.declaration;
  const list = origin.outer;
  const set = list === undefined ? undefined : markerOf(list, "x-kubernetes-list-type");
  const position = set?.marker.position ?? cause?.marker.position;
  const asAtomic = set === undefined ? [] : [replaceMarker(set.marker, `+${set.marker.name}=atomic`)];
  return {
    ...crdProblems.is("crd/set-of-objects"),
    message: `${list?.label ?? origin.label} is a set, so its items must be atomic, but the items are ${object === undefined ? "lists or maps" : "objects"} that are not atomic`,
    ...remedy(
      ...(object === undefined
        ? []
        : [addMarker(object.position, "+structType=atomic", `add +structType=atomic to ${object.name}`)]),
      ...asAtomic,
    ),
    ...(position === undefined ? {} : { position }),
  };
}

function uncorrelated({ universe, origin, cause }: SchemaRefusal): Explanation {
  const list = enclosingList(origin);
  const items = list === undefined ? undefined : { ...list, type: elementOf(universe, list) };
  const key = scalarKey(universe, items);
  const place = list?.field?.position;
  const type = list === undefined ? undefined : markerOf(list, "x-kubernetes-list-type")?.marker;
  const fixes =
    key === undefined || place === undefined || type !== undefined
      ? []
      : [
          {
            text: `define a key of the items: +listType=map, +listMapKey=${wordText(key.name)}`,
            edits: [
              ...addMarker(place, "+listType=map").edits,
              ...addMarker(place, `+listMapKey=${wordText(key.name)}`).edits,
            ],
          },
        ];
  const of = list === undefined ? "the values that contain it" : `the items of ${list.label}`;
  return {
    ...celProblems.is("cel/old-self"),
    message: `+${cause?.marker.name.replace(/:rule$/, "") ?? "k8s:immutable"} of ${cause?.label ?? origin.label} compares old and new values, but ${of} have no key that identifies them`,
    ...remedy(...fixes, ...(cause === undefined ? [] : [removeMarker(cause.marker)])),
  };
}

/**
 * Returns the outermost list that contains a value and whose items have no keys; undefined if none
 * exists.
 */
function enclosingList(origin: SchemaOrigin): SchemaOrigin | undefined {
  const { outer } = origin;
  if (outer === undefined) return undefined;
  const isItem = origin.label.startsWith("the items of ");
  return enclosingList(outer) ?? (isItem && firstOf(outer, isKey) === undefined ? outer : undefined);
}

function elementOf(universe: Universe, { type }: SchemaOrigin): SchemaOrigin["type"] {
  const under = underlying(universe, type);
  return under.kind === "list" ? under.element : under;
}

function uniqueItems({ origin }: SchemaRefusal): Explanation {
  return {
    ...crdProblems.is("crd/unique-items"),
    message: `${origin.label} requires unique items, but a CustomResourceDefinition must not do so: the check takes too long`,
    hint: "use +listType=set, or +listType=map with +listMapKey",
  };
}

function untyped({ origin }: SchemaRefusal): Explanation {
  return {
    ...crdProblems.is("crd/no-type"),
    message: `${origin.label} has no type in the schema, because +${schemaless.name} removes the type`,
    hint: `add +${preserveUnknownFields.name}, which allows any value`,
  };
}

function wrongDefault({ origin, text, detail }: SchemaRefusal): Explanation {
  const reason =
    detail === "must not have unknown fields" ? "the default has properties that the schema does not have" : text;
  const inner = origin.rest.slice(1);
  const part = inner.length === 0 ? "" : ` in ${inner.join(".")}`;
  return {
    ...crdProblems.is("crd/refused-default"),
    message: `the default of ${origin.label} is not valid${part}: ${reason}`,
    hint: "change the default or the type: API servers refuse a default that is not valid for its schema",
  };
}

/** Problem codes for the fields `message` and `fieldPath` of a rule. */
const ruleHeads: Readonly<Record<string, ProblemHead>> = {
  message: celProblems.is("cel/message"),
  fieldPath: celProblems.is("cel/field-path"),
};

function wrongRule({ universe, origin, cause, detail, language }: SchemaRefusal): Explanation {
  const [, , property = "rule"] = origin.rest;
  const name = String(property);
  const subject = name === "rule" ? "a CEL rule" : `the ${name} of a CEL rule`;
  const message = `${subject} of ${cause?.label ?? origin.label} is not valid: ${plainDetail(detail)}`;
  const newer = newerFunction(detail, language);
  return newer === undefined
    ? {
        ...headOfRefusal(detail, ruleHeads[name] ?? celProblems.is("cel/refused")),
        message,
        hint: meantName(universe, origin, detail) ?? hintOf(name, detail),
      }
    : { ...celProblems.is("cel/version"), message, hint: newer };
}

/**
 * Returns a hint about a CEL function that the oldest supported API server does not have; undefined
 * if the detail names no such function.
 */
function newerFunction(detail: string, language: string): string | undefined {
  for (const [, name = ""] of detail.matchAll(/undeclared reference to '([\w.]+)'/g)) {
    const version = introducedAfter(name, language);
    if (version !== undefined)
      return `API servers accept ${name} in new rules since Kubernetes ${nextVersion(version)}: "options": {"crd": {"kubernetes": "${nextVersion(version)}"}}`;
  }
  return undefined;
}

/**
 * Returns the errors of an expression in one line, without the expression itself. A detail without
 * such errors is returned unchanged.
 */
function plainDetail(detail: string): string {
  const reasons = [...detail.matchAll(/ERROR: <input>:(\d+):(\d+): (.*)/g)].map(([, line, column, text = ""]) => {
    const place = `${line === "1" ? "" : `line ${line ?? ""}, `}column ${column ?? ""}`;
    return `${text.replace(/ expecting \{.*\}/, "")} (${place})`;
  });
  return reasons.length === 0 ? detail : reasons.join("; ");
}

/**
 * Returns a proposal for a name in a rule that does not exist; undefined for other errors, or if no
 * property or variable has a similar name.
 */
function meantName(universe: Universe, { type }: SchemaOrigin, detail: string): string | undefined {
  const [, field] = /undefined field '(.*?)'/.exec(detail) ?? [];
  const [, variable] = /undeclared reference to '(\w+)'/.exec(detail) ?? [];
  const own = fieldNames(universe, type);
  const meant =
    field !== undefined
      ? nearest(field, [...own, ...namesBelow(universe, type)])
      : variable !== undefined && own.includes(variable)
        ? `self.${variable}`
        : nearest(variable ?? "", ["self", "oldSelf"]);
  return meant === undefined ? undefined : `did you mean ${meant}?`;
}

function fieldNames(universe: Universe, type: Type): readonly string[] {
  return objectOf(universe, type)?.shape.fields.map(({ name }) => name) ?? [];
}

/** Returns the names of the properties of a type and of all types in it. */
function namesBelow(universe: Universe, type: Type, seen = new Set<TypeId>()): readonly string[] {
  const under = underlying(universe, type);
  if (under.kind === "list") return namesBelow(universe, under.element, seen);
  if (under.kind === "map") return namesBelow(universe, under.value, seen);
  const object = objectOf(universe, under);
  if (object === undefined || seen.has(object.declaration.id)) return [];
  seen.add(object.declaration.id);
  return object.shape.fields.flatMap((field) => [field.name, ...namesBelow(universe, field.type, seen)]);
}

function hintOf(property: string, detail: string): string {
  if (/undefined field/.test(detail))
    return "refer to a property of the schema that contains the rule, for example self.name";
  if (/must evaluate to a bool/.test(detail)) return "write an expression whose value is a boolean: self.size() > 0";
  if (property === "optionalOldSelf") return "remove optionalOldSelf, or use oldSelf in the rule";
  if (property === "fieldPath")
    return "write a path that begins at the schema that contains the rule, for example .spec.name";
  return "see https://kubernetes.io/docs/reference/using-api/cel about the language of rules";
}
