import type { Marker, MarkerDefinition, MarkerFault } from "../../../engine/markers/marker.js";
import { checkRule } from "./cel-rule.js";
import { checkDeprecation, checkDocs, checkMetadata, checkTitle, checkType } from "./crd-checks.js";
import {
  anyValue,
  booleanValue,
  count,
  define,
  checkFlag,
  none,
  number,
  valued,
  written,
  type MarkerRows,
} from "./define.js";

type Check = NonNullable<MarkerDefinition["check"]>;

/** Returns a function for the definitions of constraints with one kind of value. */
const constraint = (value: string, check: Check) => (example: string, description: string) =>
  valued(value, example, description, { raw: true, repeatable: true, check });

const numeric = constraint("a number", number);
const counted = constraint("a whole number", count);
const text = constraint("a string", written);
const switched = constraint("true or false", checkFlag);

const constraints: MarkerRows = {
  Maximum: numeric("=10", "The maximum of the number"),
  Minimum: numeric("=1", "The minimum of the number"),
  MultipleOf: numeric("=5", "The number must be a multiple of this number"),
  MinProperties: counted("=1", "The minimum number of properties, or of map entries"),
  MaxProperties: counted("=8", "The maximum number of properties, or of map entries"),
  MaxLength: counted("=63", "The maximum number of characters"),
  MinLength: counted("=1", "The minimum number of characters"),
  MaxItems: counted("=16", "The maximum number of items"),
  MinItems: counted("=1", "The minimum number of items"),
  Pattern: {
    ...text("=`^[a-z]+$`", "A regular expression (RE2) that must match a part of the string"),
    jsdocTags: ["pattern"],
  },
  Format: text("=email", "The format of the string, such as email, uri or date-time"),
  Type: constraint("a type of JSON schemas", checkType)(
    "=string",
    "The type in the CRD instead of the TypeScript type",
  ),
  ExclusiveMaximum: switched("=true", "The number must be less than Maximum"),
  ExclusiveMinimum: switched("=true", "The number must be greater than Minimum"),
  UniqueItems: switched("=true", "The items must be unique"),
  XPreserveUnknownFields: switched("=true", "The server keeps unknown fields"),
  XEmbeddedResource: switched("=true", "The value is a complete object with apiVersion and kind"),
  XIntOrString: switched("=true", "The value is an integer or a string in the CRD"),
  Enum: valued("values, separated by semicolons", "=Small;Large", "The allowed values", {
    raw: true,
    holdsValues: true,
    check: (marker) => written(marker) ?? commaIn(marker),
  }),
};

/** Returns the fault of members that are separated by commas, outside of quotes and braces. */
function commaIn({ name, value = "" }: Marker): MarkerFault | undefined {
  if (!/^[^;"`'{]*,/.test(value)) return undefined;
  const fault = "needs semicolons between the values, and quotes around a value with a comma";
  return { fault, instead: `+${name}=${value.replaceAll(/\s*,\s*/g, ";")}`, isExample: true };
}

function constraintsWith(prefix: string): MarkerRows {
  const rows = Object.entries(constraints).map(([name, row]) => [prefix + name, row] as const);
  const description = "A CEL rule: an expression whose value is true for valid values";
  const rule = constraint("rule=…,message=…", checkRule(`${prefix}XValidation:`));
  return {
    ...Object.fromEntries(rows),
    [`${prefix}XValidation:*`]: rule('rule="self >= 0",message="too small"', description),
  };
}

/** Definitions of controller-gen's markers for CRDs, RBAC and webhooks. */
export const kubebuilderMarkers: readonly MarkerDefinition[] = [
  ...define("controller-gen", ["package"], {
    versionName: valued("a version", "=v1", "The name of the version, if it differs from the name of the folder"),
    "kubebuilder:skip": none("The package contains no API types"),
    "kubebuilder:validation:Optional": none("Fields are optional unless a marker of the field says otherwise", {
      places: ["package", "field"],
    }),
    "kubebuilder:validation:Required": none("Fields are required unless a marker of the field says otherwise", {
      places: ["package", "field"],
    }),
    "kubebuilder:object:generate": valued("true or false", "=true", "Whether copy functions are generated", {
      places: ["package", "type"],
    }),
    "kubebuilder:ac:generate": valued("true or false", "=true", "Whether apply configurations are generated", {
      places: ["package", "type"],
    }),
    "kubebuilder:ac:output:package": valued(
      "a package",
      '="applyconfiguration"',
      "The package of the generated apply configurations",
      { raw: true },
    ),
    "kubebuilder:rbac:*": valued(
      "groups=…,resources=…,verbs=…",
      "groups=apps,resources=deployments,verbs=get;list;watch",
      "A rule of the role of the controller",
      { places: ["package", "type", "function"], raw: true, repeatable: true },
    ),
    "kubebuilder:webhook:*": valued("path=…,verbs=…", "path=/mutate,mutating=true,verbs=create", "A webhook", {
      places: ["package", "type", "function"],
      raw: true,
      repeatable: true,
    }),
    "kubebuilder:webhookconfiguration:*": valued(
      "mutating=…,name=…",
      'mutating=true,name="pizza"',
      "A webhook configuration",
      { raw: true, repeatable: true },
    ),
  }),
  ...define("controller-gen", ["type"], {
    "kubebuilder:object:root": booleanValue(
      "=true",
      "Generates a CustomResourceDefinition for the kind, unless it is a list type",
    ),
    "kubebuilder:resource:*": valued(
      "path=…,scope=…,shortName=…",
      "scope=Cluster,shortName=pz",
      "Names and scope of the resource",
      { raw: true },
    ),
    "kubebuilder:resource": none("The resource has the default names", { check: anyValue }),
    "kubebuilder:subresource:status": none("The CRD has a status subresource"),
    "kubebuilder:subresource:scale:*": valued(
      "specpath=…,statuspath=…",
      "specpath=.spec.replicas,statuspath=.status.replicas",
      "The CRD has a scale subresource",
      { raw: true },
    ),
    "kubebuilder:printcolumn:*": valued(
      "name=…,type=…,JSONPath=…",
      'name="Cost",type="number",JSONPath=".status.cost"',
      "A column of kubectl get",
      { raw: true, repeatable: true },
    ),
    "kubebuilder:storageversion": none("Objects are stored in this version"),
    "kubebuilder:unservedversion": none("The server does not serve the version"),
    "kubebuilder:deprecatedversion": none("The version is deprecated"),
    "kubebuilder:deprecatedversion:*": valued(
      "warning=…",
      'warning="use v1"',
      "The version is deprecated, with a warning",
      { raw: true, check: checkDeprecation },
    ),
    "kubebuilder:skipversion": none("The CRD does not contain the version"),
    "kubebuilder:metadata:*": valued(
      "annotations=…,labels=…",
      'labels="team=pizza"',
      "Annotations and labels of the CRD: key=value, separated by semicolons",
      { raw: true, repeatable: true, check: checkMetadata },
    ),
    "kubebuilder:validation:AtMostOneOf": valued(
      "fields, separated by semicolons",
      "=git;image",
      "At most one of the fields must be set",
      { raw: true, repeatable: true },
    ),
    "kubebuilder:validation:ExactlyOneOf": valued(
      "fields, separated by semicolons",
      "=git;image",
      "Exactly one of the fields must be set",
      { raw: true, repeatable: true },
    ),
    "kubebuilder:validation:AtLeastOneOf": valued(
      "fields, separated by semicolons",
      "=git;image",
      "At least one of the fields must be set",
      { raw: true, repeatable: true },
    ),
  }),
  ...define("controller-gen", ["type", "field"], {
    ...constraintsWith("kubebuilder:validation:"),
    ...constraintsWith("kubebuilder:validation:items:"),
    "kubebuilder:default": valued(
      "a JSON-like value",
      "=1",
      "The default in the CRD; its value must be JSON, as for `+default`",
      { places: ["field"], jsdocTags: ["default", "defaultValue"], raw: true, holdsValues: true },
    ),
    "kubebuilder:example": valued("a JSON-like value", "=1", "An example in the CRD", {
      places: ["field"],
      raw: true,
      holdsValues: true,
    }),
    "kubebuilder:title": valued("a string", '="Replicas"', "The title in the CRD", { raw: true, check: checkTitle }),
    "kubebuilder:pruning:PreserveUnknownFields": none("The server keeps unknown fields", { check: anyValue }),
    "kubebuilder:validation:EmbeddedResource": none("The value is a complete object with apiVersion and kind", {
      places: ["field"],
      check: anyValue,
    }),
    "kubebuilder:validation:Schemaless": none(
      "The field has no schema in the CRD; +kubebuilder:pruning:PreserveUnknownFields keeps its value",
      { places: ["field"] },
    ),
    "kubebuilder:externalDocs:*": valued(
      "url=…,description=…",
      'url="https://example.com"',
      "A link to documentation in the CRD",
      { raw: true, check: checkDocs },
    ),
  }),
];
