import { defineProblems } from "../../engine/base/define-problems.js";
import { row } from "./row.js";

export const registerProblems = defineProblems({
  area: "register",
  rule: "A folder of API types has a group and a version, and its kinds have valid properties and markers.",
  page: "docs/generators/register.md",
  rows: {
    "register/alias-of-kind": row("warning", "type", "docs/generators/register.md", {
      meaning: "A type is an alias of a kind, so it is not registered as a kind.",
      repair: "Declare an interface that extends the aliased type.",
    }),
    "register/column-path": row("error", "marker", "docs/generators/register.md", {
      meaning: "The path of a printer column does not lead to a property.",
      repair: "Correct the path.",
    }),
    "register/column-type": row("warning", "marker", "docs/generators/register.md", {
      meaning: "The type of a printer column does not match the type of the property.",
      repair: "Write the type of the property.",
    }),
    "register/external-group": row(
      "warning",
      "marker",
      "docs/generators/register.md#types-in-one-folder-functions-in-another-one",
      {
        meaning: "A folder registers types of another folder, which has another group or version.",
        repair: "Correct `+groupName`.",
      },
    ),
    "register/hub-marker": row("warning", "marker", "docs/internal-hub.md", {
      meaning: "A marker that applies only to versions is on a kind of a hub.",
      repair: "Remove the marker.",
    }),
    "register/lifecycle": row("warning", "marker", "docs/generators/register.md#the-lifecycle-of-a-kind", {
      meaning: "A lifecycle marker has no effect without another lifecycle marker.",
      repair: "Add the marker from the hint.",
    }),
    "register/list-items": row("error", ["type", "field"], "docs/generators/register.md", {
      meaning: "The items of a kind's list type are not objects of the kind.",
      repair: "Write the kind as the type of the items.",
    }),
    "register/name-taken": row("error", "type", "docs/generators/register.md", {
      meaning: "Two kinds of a group have the same name in URLs.",
      repair: "Write `+resourceName` on one of them.",
    }),
    "register/no-add-to-scheme": row("error", "file", "docs/generators/register.md#your-own-file-wins", {
      meaning: "A hand-written `register.ts` exports no function `AddToScheme`.",
      repair: "Export the function, or delete the file.",
    }),
    "register/no-group": row(["error", "warning"], ["marker", "comment"], "docs/generators/register.md#turning-it-on", {
      meaning: "The folder has kinds, or markers that require a group, but no `+groupName`.",
      repair: "Add `+groupName` to its `doc.ts`.",
    }),
    "register/no-install": row("warning", "function", "docs/generators/register.md#your-own-file-wins", {
      meaning: "A hand-written `install.ts` exports no function `Install`.",
      repair: "Export the function, or delete the file.",
    }),
    "register/no-list": row("warning", "type", "docs/generators/register.md", {
      meaning: "A kind has no list type, so no server can serve the kind.",
      repair: "Declare the list type.",
    }),
    "register/no-metadata": row("error", "type", "docs/generators/register.md", {
      meaning: "A kind has no metadata, unlike the kind of the same name in another folder.",
      repair: "Add metadata to the kind.",
    }),
    "register/no-status": row("error", "marker", "docs/generators/register.md", {
      meaning: "A kind has a marker for the status subresource, but no property `status`.",
      repair: "Add the property, or remove the marker.",
    }),
    "register/no-type-meta": row("error", "type", "docs/generators/register.md", {
      meaning: "A type does not extend `TypeMeta`, unlike the kind of the same name in another folder.",
      repair: "Let the type extend `TypeMeta`.",
    }),
    "register/no-version": row("error", "marker", "docs/generators/register.md#turning-it-on", {
      meaning: "The name of a folder with `+groupName` is not an API version.",
      repair: "Rename the folder to a version, such as v1 or v1beta1.",
    }),
    "register/other-api-version": row("error", "type", "docs/generators/register.md", {
      meaning: "The `apiVersion` of a kind differs from the group and version of its folder.",
      repair: "Write the group and version of the folder.",
    }),
    "register/other-kind": row("error", "type", "docs/generators/register.md", {
      meaning: "The `kind` that an interface declares is not the name of the interface.",
      repair: "Write the name of the interface.",
    }),
    "register/scale-path": row("error", "marker", "docs/generators/register.md", {
      meaning: "A path of the scale subresource does not lead to a property.",
      repair: "Correct the path.",
    }),
    "register/scale-type": row("error", "marker", "docs/generators/register.md", {
      meaning: "A path of the scale subresource leads to a value of the wrong type.",
      repair: "Use the path of a property with the type in the message.",
    }),
    "register/scopes-differ": row("error", "type", "docs/generators/register.md", {
      meaning: "A kind is namespaced in one version and cluster-scoped in another.",
      repair: "Add the marker of the scope to all versions, or to none.",
    }),
    "register/selectable-path": row("error", "marker", "docs/generators/register.md", {
      meaning: "The path of a selectable field does not lead to a property.",
      repair: "Correct the path.",
    }),
    "register/selectable-type": row("error", "marker", "docs/generators/register.md", {
      meaning: "A selectable field is neither a string, a boolean nor an integer.",
      repair: "Remove the marker.",
    }),
    "register/short-name-taken": row("error", "type", "docs/generators/register.md", {
      meaning: "Two kinds have the same short name.",
      repair: "Give one of them another short name.",
    }),
    "register/stray-marker": row("warning", "marker", "docs/generators/register.md", {
      meaning: "A marker for kinds is on a type that is not a kind.",
      repair: "Move the marker to the kind.",
    }),
    "register/two-scopes": row("error", "marker", "docs/generators/register.md", {
      meaning: "A kind has a marker for namespaced kinds and a marker for cluster-scoped kinds.",
      repair: "Remove one of them.",
    }),
  },
});
