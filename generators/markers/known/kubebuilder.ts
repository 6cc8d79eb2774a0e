import type { MarkerDefinition } from "../../../engine/markers/marker.js";
import { checkRule } from "./cel-rule.js";
import { checkDeprecation, checkDocs, checkMetadata, checkTitle, checkType } from "./crd-checks.js";
import { bare, checkBool, count, define, checkFlag, number, written, type KnownMarker } from "./define.js";

type Check = NonNullable<MarkerDefinition["check"]>;

const list = (prefix: string, value: string, names: Descriptions, check: Check): KnownMarker[] =>
  Object.entries(names).map(([name, [example, description]]) => ({
    name: `${prefix}${name}`,
    value,
    description,
    example: `+${prefix}${name}${example}`,
    raw: true,
    repeatable: true,
    check,
  }));

/** Examples of values, and descriptions, by the last part of a marker's name. */
type Descriptions = Readonly<Record<string, readonly [example: string, description: string]>>;

const numbers: Descriptions = {
  Maximum: ["=10", "The greatest number"],
  Minimum: ["=1", "The least number"],
  MultipleOf: ["=5", "The number is a multiple of this one"],
};
const counts: Descriptions = {
  MinProperties: ["=1", "The least number of properties, or of entries of a map"],
  MaxProperties: ["=8", "The greatest number of properties, or of entries of a map"],
  MaxLength: ["=63", "The greatest number of characters"],
  MinLength: ["=1", "The least number of characters"],
  MaxItems: ["=16", "The greatest number of items"],
  MinItems: ["=1", "The least number of items"],
};
const texts: Descriptions = {
  Pattern: ["=`^[a-z]+$`", "A regular expression of RE2 that a part of the string matches"],
  Format: ["=email", "The format of the string, such as email, uri or date-time"],
};
const types: Descriptions = {
  Type: ["=string", "The type in the CRD, in place of the TypeScript type"],
};
const switches: Descriptions = {
  ExclusiveMaximum: ["=true", "The number is below Maximum"],
  ExclusiveMinimum: ["=true", "The number is above Minimum"],
  UniqueItems: ["=true", "No two items are equal"],
  XPreserveUnknownFields: ["=true", "Unknown fields are kept"],
  XEmbeddedResource: ["=true", "The object has an apiVersion and a kind"],
  XIntOrString: ["=true", "The value is an integer or a string in the CRD"],
};

const constraints = (prefix: string): KnownMarker[] => [
  ...list(prefix, "a number", numbers, number),
  ...list(prefix, "a whole number", counts, count),
  ...list(prefix, "a string", texts, written),
  ...list(prefix, "a type of JSON schemas", types, checkType),
  ...list(prefix, "true or false", switches, checkFlag),
  {
    name: `${prefix}Enum`,
    value: "values, with semicolons",
    description: "The allowed values",
    example: `+${prefix}Enum=Small;Large`,
    raw: true,
    holdsValues: true,
    check: written,
  },
  {
    name: `${prefix}XValidation:*`,
    value: "rule=…,message=…",
    description: "A CEL rule: an expression that is true for valid values",
    example: `+${prefix}XValidation:rule="self >= 0",message="too small"`,
    raw: true,
    repeatable: true,
    check: checkRule(`${prefix}XValidation:`),
  },
];

/** Definitions of controller-gen's markers for CRDs, RBAC and webhooks. */
export const kubebuilderMarkers: readonly MarkerDefinition[] = [
  ...define(
    "controller-gen",
    ["package"],
    [
      {
        name: "versionName",
        value: "a version",
        description: "The version's name, if it is not the folder's name",
        example: "+versionName=v1",
      },
      { name: "kubebuilder:skip", value: "none", description: "The package is not an API", check: bare },
      {
        name: "kubebuilder:validation:Optional",
        places: ["package", "field"],
        value: "none",
        description: "Fields are optional unless a marker of the field says otherwise",
        check: bare,
      },
      {
        name: "kubebuilder:validation:Required",
        places: ["package", "field"],
        value: "none",
        description: "Fields are required unless a marker of the field says otherwise",
        check: bare,
      },
      {
        name: "kubebuilder:object:generate",
        places: ["package", "type"],
        value: "true or false",
        description: "Whether deep copies are written",
        example: "+kubebuilder:object:generate=true",
      },
      {
        name: "kubebuilder:ac:generate",
        places: ["package", "type"],
        value: "true or false",
        description: "Whether apply configurations are written",
        example: "+kubebuilder:ac:generate=true",
      },
      {
        name: "kubebuilder:ac:output:package",
        value: "a package",
        description: "The package of the generated apply configurations",
        example: '+kubebuilder:ac:output:package="applyconfiguration"',
        raw: true,
      },
      {
        name: "kubebuilder:rbac:*",
        places: ["package", "type", "function"],
        value: "groups=…,resources=…,verbs=…",
        description: "A rule of the controller's role",
        example: "+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:webhook:*",
        places: ["package", "type", "function"],
        value: "path=…,verbs=…",
        description: "A webhook",
        example: "+kubebuilder:webhook:path=/mutate,mutating=true,verbs=create",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:webhookconfiguration:*",
        value: "mutating=…,name=…",
        description: "A webhook configuration",
        example: '+kubebuilder:webhookconfiguration:mutating=true,name="pizza"',
        raw: true,
        repeatable: true,
      },
    ],
  ),
  ...define(
    "controller-gen",
    ["type"],
    [
      {
        name: "kubebuilder:object:root",
        value: "true or false",
        description: "The kind gets a CustomResourceDefinition, unless it is a list",
        example: "+kubebuilder:object:root=true",
        check: checkBool,
      },
      {
        name: "kubebuilder:resource:*",
        value: "path=…,scope=…,shortName=…",
        description: "Names and scope of the CRD",
        example: "+kubebuilder:resource:scope=Cluster,shortName=pz",
        raw: true,
      },
      { name: "kubebuilder:resource", value: "none", description: "The type is a CRD with the usual names" },
      {
        name: "kubebuilder:subresource:status",
        value: "none",
        description: "The CRD has a status subresource",
        check: bare,
      },
      {
        name: "kubebuilder:subresource:scale:*",
        value: "specpath=…,statuspath=…",
        description: "The CRD has a scale subresource",
        example: "+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas",
        raw: true,
      },
      {
        name: "kubebuilder:printcolumn:*",
        value: "name=…,type=…,JSONPath=…",
        description: "A column of kubectl get",
        example: '+kubebuilder:printcolumn:name="Cost",type="number",JSONPath=".status.cost"',
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:storageversion",
        value: "none",
        description: "Objects are stored in this version",
        check: bare,
      },
      { name: "kubebuilder:unservedversion", value: "none", description: "The version is not served", check: bare },
      {
        name: "kubebuilder:deprecatedversion",
        value: "none",
        description: "The version is deprecated",
        check: bare,
      },
      {
        name: "kubebuilder:deprecatedversion:*",
        value: "warning=…",
        description: "The version is deprecated, with a warning",
        example: '+kubebuilder:deprecatedversion:warning="use v1"',
        raw: true,
        check: checkDeprecation,
      },
      {
        name: "kubebuilder:skipversion",
        value: "none",
        description: "The version is left out of the CRD",
        check: bare,
      },
      {
        name: "kubebuilder:metadata:*",
        value: "annotations=…,labels=…",
        description: "Annotations and labels of the CRD: key=value, separated by semicolons",
        example: '+kubebuilder:metadata:labels="team=pizza"',
        raw: true,
        repeatable: true,
        check: checkMetadata,
      },
      {
        name: "kubebuilder:validation:AtMostOneOf",
        value: "fields, with semicolons",
        description: "At most one of the fields is set",
        example: "+kubebuilder:validation:AtMostOneOf=git;image",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:validation:ExactlyOneOf",
        value: "fields, with semicolons",
        description: "Exactly one of the fields is set",
        example: "+kubebuilder:validation:ExactlyOneOf=git;image",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:validation:AtLeastOneOf",
        value: "fields, with semicolons",
        description: "At least one of the fields is set",
        example: "+kubebuilder:validation:AtLeastOneOf=git;image",
        raw: true,
        repeatable: true,
      },
    ],
  ),
  ...define(
    "controller-gen",
    ["type", "field"],
    [
      ...constraints("kubebuilder:validation:"),
      ...constraints("kubebuilder:validation:items:"),
      {
        name: "kubebuilder:default",
        places: ["field"],
        value: "a JSON-like value",
        description: "The default in the CRD; read like `+default`, so its value must be JSON",
        example: "+kubebuilder:default=1",
        jsdocTags: ["default", "defaultValue"],
        raw: true,
        holdsValues: true,
      },
      {
        name: "kubebuilder:example",
        places: ["field"],
        value: "a JSON-like value",
        description: "An example in the CRD",
        example: "+kubebuilder:example=1",
        raw: true,
        holdsValues: true,
      },
      {
        name: "kubebuilder:title",
        value: "a string",
        description: "The title in the CRD",
        example: '+kubebuilder:title="Replicas"',
        raw: true,
        check: checkTitle,
      },
      { name: "kubebuilder:pruning:PreserveUnknownFields", value: "none", description: "Unknown fields are kept" },
      {
        name: "kubebuilder:validation:EmbeddedResource",
        places: ["field"],
        value: "none",
        description: "The object has an apiVersion and a kind",
      },
      {
        name: "kubebuilder:validation:Schemaless",
        places: ["field"],
        value: "none",
        description: "The field has no schema in the CRD; +kubebuilder:pruning:PreserveUnknownFields keeps its value",
        check: bare,
      },
      {
        name: "kubebuilder:externalDocs:*",
        value: "url=…,description=…",
        description: "A link in the CRD",
        example: '+kubebuilder:externalDocs:url="https://example.com"',
        raw: true,
        check: checkDocs,
      },
    ],
  ),
];
