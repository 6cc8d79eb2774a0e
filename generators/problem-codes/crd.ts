import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const celProblems = defineProblems({
  area: "cel",
  rule: "API servers can compile each CEL rule, its value is a boolean, and it refers only to properties in the schema.",
  page: "docs/crds.md",
  rows: {
    "cel/cost": row(["error", "info"], ["document", "marker"], "docs/cel.md#costs", {
      meaning:
        "An API server estimates that the rule can cost more than it allows, because a list, map or string has no limit. With `--verbose`, an info also states the estimated cost of each rule.",
      repair:
        "Set limits with `+kubebuilder:validation:MaxItems`, `MaxLength` or `MaxProperties`, or simplify the rule.",
    }),
    "cel/field-path": row("error", "marker", "docs/cel.md", {
      meaning: "The `fieldPath` of a CEL rule is not the path of a property in the schema that contains the rule.",
      repair: "Write a path that begins at the schema that contains the rule, such as `.spec.name`.",
    }),
    "cel/message": row("error", "marker", "docs/cel.md#errors-and-versions", {
      meaning: "The `message` or the `messageExpression` of a CEL rule has a form that API servers refuse.",
      repair: "Write a message that is not empty, and without line breaks.",
    }),
    "cel/not-boolean": row("error", ["document", "marker"], "docs/cel.md", {
      meaning: "The value of a CEL rule is not a boolean.",
      repair: "Write a comparison, such as `self.size() > 0`.",
    }),
    "cel/old-self": row("error", ["document", "marker"], "docs/cel.md#a-part-of-an-object", {
      meaning:
        "A rule compares old and new values of the items of a list without keys, but an API server cannot find the old value of such an item.",
      repair: "Define keys of the list with `+listType=map` and `+listMapKey`, or move the rule to the list itself.",
    }),
    "cel/refused": row("error", "marker", "docs/cel.md", {
      meaning: "An argument of a CEL rule has a value that API servers refuse, and the mistake has no other code.",
      repair: "Change the argument that the message names.",
    }),
    "cel/syntax": row("error", ["document", "marker"], "docs/cel.md#try-an-expression", {
      meaning: "A CEL rule is not an expression of CEL.",
      repair: "Correct the expression at the column in the message. To try expressions, use `codegen cel`.",
    }),
    "cel/type": row("error", ["document", "marker"], "docs/cel.md#try-an-expression", {
      meaning: "An operator or a function in a CEL expression has operands of the wrong types.",
      repair: "Convert one of the operands, for example with `string(self.size)`.",
    }),
    "cel/undeclared": row("error", ["document", "marker"], "docs/cel.md", {
      meaning: "A CEL rule refers to a property, a variable or a function that does not exist.",
      repair: "Write the name of a property in the schema that contains the rule, such as `self.name`.",
    }),
    "cel/unreachable": row("error", "marker", "docs/cel.md", {
      meaning: "A marker requires a CEL rule about a property, but CEL cannot express the name of the property.",
      repair: "Rename the property, or check its value in a webhook.",
    }),
    "cel/version": row("error", "marker", "docs/cel.md#errors-and-versions", {
      meaning: "A CEL rule uses a function that does not exist in the configured version of Kubernetes.",
      repair:
        "If no older API server is used, set a newer version in the option `kubernetes` of the generator `crd`; otherwise write the rule without the function.",
    }),
  },
});

export const crdProblems = defineProblems({
  area: "crd",
  rule: "A CustomResourceDefinition has a kind as its root, one storage version and a served version; it is small enough for a cluster, and API servers accept it.",
  page: "docs/crds.md",
  rows: {
    "crd/api-version": row("error", "document", "docs/crds.md#crds-of-other-projects", {
      meaning: "The definition has an `apiVersion` that API servers no longer serve.",
      repair: "Write the definition for `apiextensions.k8s.io/v1`.",
    }),
    "crd/bad-ca-bundle": row("error", "configuration", "docs/crds.md#several-versions", {
      meaning: "The file of `caBundle` contains no certificate.",
      repair: "Write a certificate in PEM format into the file, or remove `caBundle`.",
    }),
    "crd/compound-key": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning: "A key property of a list with `+listType=map` is a list or an object.",
      repair: "Use a property that is a string, a number or a boolean.",
    }),
    "crd/default-not-literal": row("error", "field", "docs/crds.md#from-types-to-schemas", {
      meaning: "A default refers to a constant whose value is computed, so codegen does not know the value.",
      repair: "Write the value as JSON.",
    }),
    "crd/group": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning: "A group without a dot cannot have CustomResourceDefinitions.",
      repair: "Use a domain name as the group: `+groupName=shop.example.com`.",
    }),
    "crd/hand-written-default": row("warning", "function", "docs/crds.md#from-types-to-schemas", {
      meaning:
        "A hand-written function sets defaults, but a cluster with the CustomResourceDefinition does not call it.",
      repair: "Write the defaults as markers, or add a mutating webhook.",
    }),
    "crd/idle-marker": row("warning", "marker", "docs/crds.md#markers", {
      meaning: "A marker has no effect on the CustomResourceDefinition.",
      repair: "Remove the marker.",
    }),
    "crd/lost-rule": row("warning", ["field", "marker"], "docs/crds.md#from-types-to-schemas", {
      meaning:
        "A CustomResourceDefinition cannot express this rule, so a cluster does not enforce it; only a server with generated validation does.",
      repair: "Check the values with a CEL rule, or in a webhook; or accept the warning with `+codegen:accept`.",
    }),
    "crd/lost-version": row("warning", "type", "docs/crds.md#several-versions", {
      meaning:
        "The CustomResourceDefinition of a kind does not contain one of its versions, because the kind has no `+kubebuilder:object:root=true` there.",
      repair: "Add `+kubebuilder:object:root=true` to the kind in that version.",
    }),
    "crd/no-ca-bundle": row("error", "configuration", "docs/crds.md#several-versions", {
      meaning: "The file of `caBundle` does not exist.",
      repair: "Create the file with a certificate in PEM format, or remove `caBundle`.",
    }),
    "crd/no-conversion": row("warning", "type", "docs/crds.md#several-versions", {
      meaning: "The versions of a kind differ, but no webhook converts objects between the versions.",
      repair:
        "Configure the webhook in the option `conversion` of the generator `crd`, or accept the warning with `+codegen:accept`.",
    }),
    "crd/no-definition": row(["error", "warning"], "file", "docs/crds.md#crds-of-other-projects", {
      meaning: "A file has no CustomResourceDefinition.",
      repair: "Name a file that contains one.",
    }),
    "crd/no-kind": row("warning", "marker", "docs/crds.md#first-crd", {
      meaning: "`+kubebuilder:object:root` is on a type that is not a kind.",
      repair: "Let the type extend `TypeMeta`, or remove the marker.",
    }),
    "crd/no-root": row("warning", "marker", "docs/crds.md#first-crd", {
      meaning:
        "A marker of CustomResourceDefinitions has no effect, because the type has no `+kubebuilder:object:root=true`.",
      repair: "Add that marker, or remove this one.",
    }),
    "crd/no-schema": row("error", "field", "docs/crds.md#from-types-to-schemas", {
      meaning: "A property has a type whose properties are not known.",
      repair: "Declare an interface in the project, or use `JSONValue` for any value.",
    }),
    "crd/no-served-version": row("error", "marker", "docs/crds.md#several-versions", {
      meaning: "All versions of a kind have `+kubebuilder:unservedversion`, so a cluster serves none of them.",
      repair: "Remove the marker from one of the versions.",
    }),
    "crd/no-storage-version": row("error", "type", "docs/crds.md#several-versions", {
      meaning: "A kind has several versions, but none has `+kubebuilder:storageversion`.",
      repair: "Add `+kubebuilder:storageversion` to the version in which objects are stored.",
    }),
    "crd/no-type": row("error", "field", "docs/crds.md#what-api-servers-refuse", {
      meaning: "Markers remove the type of a property, but API servers require a type.",
      repair: "Add `+kubebuilder:pruning:PreserveUnknownFields`, which allows any value, or remove the marker.",
    }),
    "crd/nullable-key": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning: "A key property of a list with `+listType=map` can be null.",
      repair: "Remove the marker.",
    }),
    "crd/optional-key": row("error", "field", "docs/crds.md#what-api-servers-refuse", {
      meaning: "A key property of a list with `+listType=map` is optional and has no default.",
      repair: "Make the property required, or give it a default.",
    }),
    "crd/protected-group": row("error", "type", "docs/crds.md#what-api-servers-refuse", {
      meaning: "The group is reserved for Kubernetes: CustomResourceDefinitions of such groups require an annotation.",
      repair: "Use another group, or add the annotation from the hint.",
    }),
    "crd/recursive-type": row("error", "field", "docs/crds.md#from-types-to-schemas", {
      meaning: "A type contains itself, but a schema in a CustomResourceDefinition cannot be recursive.",
      repair: "Allow any value for the property, with the markers from the hint.",
    }),
    "crd/refused": row("error", ["document", "field", "marker"], "docs/crds.md#what-api-servers-refuse", {
      meaning: "API servers refuse the schema of a property or type, and the mistake has no other code.",
      repair: "Change the marker so that the schema meets the condition in the message.",
    }),
    "crd/refused-default": row("error", ["field", "marker"], "docs/crds.md#what-api-servers-refuse", {
      meaning: "A default is not valid for the schema of its property.",
      repair: "Change the default or the type.",
    }),
    "crd/refused-definition": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning: "API servers refuse the CustomResourceDefinition of a kind. The reason is not in its schema.",
      repair: "Change the marker so that the definition meets the condition in the message.",
    }),
    "crd/set-of-objects": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning:
        "The items of a list with `+listType=set` are lists, maps or objects that are not atomic, but items of a set must be.",
      repair: "Make the items atomic, or use `+listType=map` for the list.",
    }),
    "crd/size": row("info", "type", "docs/crds.md#size", {
      meaning:
        "States the size of a CustomResourceDefinition, and the limit of `kubectl apply`. Printed only with `--verbose`.",
      repair: "Nothing.",
    }),
    "crd/stricter-rule": row("warning", "marker", "docs/crds.md#from-types-to-schemas", {
      meaning:
        "With `+k8s:immutable`, a cluster now refuses an update that sets an absent property. With the CustomResourceDefinition of an earlier version of codegen, the cluster allowed such updates.",
      repair: "Keep the marker, or write `+k8s:update=NoUnset,NoModify`.",
    }),
    "crd/too-large": row("warning", "type", "docs/crds.md#size", {
      meaning: "A CustomResourceDefinition is too large for `kubectl apply`.",
      repair: "Use `kubectl apply --server-side`, or shorten the descriptions with the option `maxDescLen`.",
    }),
    "crd/too-many-types": row("error", "type", "docs/crds.md#size", {
      meaning:
        "The schema of a kind would be too large, because it contains a copy of a type for each path to the type.",
      repair: "Allow any value for properties with large types, with the markers from the hint.",
    }),
    "crd/two-storage-versions": row("error", "marker", "docs/crds.md#several-versions", {
      meaning: "Two versions of a kind have `+kubebuilder:storageversion`.",
      repair: "Remove the marker from all versions except one.",
    }),
    "crd/uint64": row("warning", "field", "docs/crds.md#from-types-to-schemas", {
      meaning: "A cluster refuses the largest numbers of a `uint64`.",
      repair: "Use `int64`, or `string` for larger numbers.",
    }),
    "crd/unique-items": row("error", "marker", "docs/crds.md#what-api-servers-refuse", {
      meaning: "A CustomResourceDefinition must not require unique items, because checking them takes too long.",
      repair: "Use `+listType=set`, or `+listType=map` with `+listMapKey`.",
    }),
    "crd/unknown-field": row(["error", "warning"], "document", "docs/crds.md#crds-of-other-projects", {
      meaning: "The definition has a field that API servers do not know.",
      repair: "Correct or remove the field.",
    }),
    "crd/wrong-type": row(["error", "warning"], "document", "docs/crds.md#crds-of-other-projects", {
      meaning: "A field of the definition has a value of the wrong type.",
      repair: "Write a value of the type in the message.",
    }),
  },
});
