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
  Maximum: ["=10", "The maximum of the number"],
  Minimum: ["=1", "The minimum of the number"],
  MultipleOf: ["=5", "The number must be a multiple of this number"],
};
const counts: Descriptions = {
  MinProperties: ["=1", "The minimum number of properties, or of map entries"],
  MaxProperties: ["=8", "The maximum number of properties, or of map entries"],
  MaxLength: ["=63", "The maximum number of characters"],
  MinLength: ["=1", "The minimum number of characters"],
  MaxItems: ["=16", "The maximum number of items"],
  MinItems: ["=1", "The minimum number of items"],
};
const texts: Descriptions = {
  Pattern: ["=`^[a-z]+$`", "A regular expression (RE2) that must match a part of the string"],
  Format: ["=email", "The format of the string, such as email, uri or date-time"],
};
const types: Descriptions = {
  Type: ["=string", "The type in the CRD instead of the TypeScript type"],
};
const switches: Descriptions = {
  ExclusiveMaximum: ["=true", "The number must be less than Maximum"],
  ExclusiveMinimum: ["=true", "The number must be greater than Minimum"],
  UniqueItems: ["=true", "The items must be unique"],
  XPreserveUnknownFields: ["=true", "The server keeps unknown fields"],
  XEmbeddedResource: ["=true", "The value is a complete object with apiVersion and kind"],
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
    value: "values, separated by semicolons",
    description: "The allowed values",
    example: `+${prefix}Enum=Small;Large`,
    raw: true,
    holdsValues: true,
    check: written,
  },
  {
    name: `${prefix}XValidation:*`,
    value: "rule=…,message=…",
    description: "A CEL rule: an expression whose value is true for valid values",
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
        description: "The name of the version, if it differs from the name of the folder",
        example: "+versionName=v1",
      },
      { name: "kubebuilder:skip", value: "none", description: "The package contains no API types", check: bare },
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
        description: "Whether copy functions are generated",
        example: "+kubebuilder:object:generate=true",
      },
      {
        name: "kubebuilder:ac:generate",
        places: ["package", "type"],
        value: "true or false",
        description: "Whether apply configurations are generated",
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
        description: "A rule of the role of the controller",
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
        description: "Generates a CustomResourceDefinition for the kind, unless it is a list type",
        example: "+kubebuilder:object:root=true",
        check: checkBool,
      },
      {
        name: "kubebuilder:resource:*",
        value: "path=…,scope=…,shortName=…",
        description: "Names and scope of the resource",
        example: "+kubebuilder:resource:scope=Cluster,shortName=pz",
        raw: true,
      },
      { name: "kubebuilder:resource", value: "none", description: "The resource has the default names" },
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
      {
        name: "kubebuilder:unservedversion",
        value: "none",
        description: "The server does not serve the version",
        check: bare,
      },
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
        description: "The CRD does not contain the version",
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
        value: "fields, separated by semicolons",
        description: "At most one of the fields must be set",
        example: "+kubebuilder:validation:AtMostOneOf=git;image",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:validation:ExactlyOneOf",
        value: "fields, separated by semicolons",
        description: "Exactly one of the fields must be set",
        example: "+kubebuilder:validation:ExactlyOneOf=git;image",
        raw: true,
        repeatable: true,
      },
      {
        name: "kubebuilder:validation:AtLeastOneOf",
        value: "fields, separated by semicolons",
        description: "At least one of the fields must be set",
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
        description: "The default in the CRD; its value must be JSON, as for `+default`",
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
      {
        name: "kubebuilder:pruning:PreserveUnknownFields",
        value: "none",
        description: "The server keeps unknown fields",
      },
      {
        name: "kubebuilder:validation:EmbeddedResource",
        places: ["field"],
        value: "none",
        description: "The value is a complete object with apiVersion and kind",
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
        description: "A link to documentation in the CRD",
        example: '+kubebuilder:externalDocs:url="https://example.com"',
        raw: true,
        check: checkDocs,
      },
    ],
  ),
];
