import { defineProblems, type CodeOf } from "../base/define-problems.js";

export const loadProblems = defineProblems({
  area: "load",
  rule: "API types are plain JSON data, and are declared in files that codegen reads.",
  page: "docs/types.md",
  rows: {
    "load/accessor": {
      place: "field",
      meaning: "A type has a getter or setter, which is not data.",
      repair: "Declare a property.",
    },
    "load/class": {
      place: "type expression",
      meaning: "The type of a property is a class, but API types must be plain data.",
      repair: "Declare the type as an interface.",
    },
    "load/computed-name": {
      place: "field",
      meaning: "The name of a property is computed.",
      repair: "Write the name as a literal.",
    },
    "load/computed-type": {
      place: "type expression",
      meaning: "A type is computed from another type or from a value, but codegen does not run the type checker.",
      repair: "Write the resulting type explicitly.",
    },
    "load/cycle": {
      place: "type",
      meaning: "A type is defined in terms of itself, so every value would be infinitely large.",
      repair: "Let the type contain itself in a list, a map or an optional property.",
    },
    "load/declaration-file": {
      severity: "warning",
      place: "file",
      meaning: "A declaration file has API types, but codegen reads API types only from source files.",
      repair: "Change the file extension to `.ts`, or remove the file.",
    },
    "load/duplicate-field": {
      place: "field",
      meaning: "A type declares the same property twice.",
      repair: "Remove one of them.",
    },
    "load/duplicate-type": {
      place: "type",
      meaning:
        "Two types of a folder have the same name. Names of generated functions contain this name, so it must be unique.",
      repair: "Rename one of them.",
    },
    "load/endless-generic": {
      place: "type expression",
      meaning: "A generic type refers to itself with arguments that grow without end.",
      repair: "Declare the type without type parameters.",
    },
    "load/enum": {
      place: "type expression",
      meaning: "The type of a property is an enum, which is code at run time.",
      repair: "Write a union of literals.",
      page: "docs/types.md#enumerations",
    },
    "load/field-conflict": {
      place: "type expression",
      meaning: "The parts of an intersection have different types for the same property.",
      repair: "Give both properties the same type, or leave one of them out with `Omit`.",
    },
    "load/foreign-metadata": {
      place: "type expression",
      meaning: "The type of a kind's metadata is not from `@apimachinery/runtime`.",
      repair: "Import the type from `@apimachinery/runtime`.",
      page: "docs/types.md#imports",
    },
    "load/function": {
      place: ["field", "type expression"],
      meaning: "A property is a function or a method, which is not data.",
      repair: "Remove the property, and put behaviour into functions beside the types.",
    },
    "load/import-ending": {
      severity: "warning",
      place: "import",
      meaning: "An import has no file extension, but Node.js requires one.",
      repair: "Add `.js` to the import.",
      page: "docs/types.md#imports",
    },
    "load/index-key": {
      place: "type expression",
      meaning: "The keys of a map are not strings.",
      repair: "Use `string`, or an alias of it.",
    },
    "load/index-signature": {
      place: "field",
      meaning: "A type has both properties and an index signature.",
      repair: "Move the map into a property: `Record<string, T>`.",
    },
    "load/inherited-name": {
      place: "field",
      meaning:
        "An optional property has a name that every JavaScript object inherits, so code cannot detect whether the property is absent.",
      repair: "Rename the property, or make it required with `+optional`.",
    },
    "load/missing-argument": {
      place: "type expression",
      meaning: "A generic type lacks a type argument.",
      repair: "Add the argument.",
    },
    "load/missing-type": {
      place: ["field", "type expression"],
      meaning: "A property has no type.",
      repair: "Write its type.",
    },
    "load/mixed-union": {
      place: "type expression",
      meaning: "A union has values of different kinds, such as strings and numbers.",
      repair: "Use literals of one type, or interfaces with different literals for one property.",
      page: "docs/types.md#enumerations",
    },
    "load/name-taken": {
      place: "type expression",
      meaning: "The name that codegen gives to an inline type belongs to another type.",
      repair: "Declare the inline type as an interface.",
    },
    "load/no-discriminator": {
      place: "type expression",
      meaning: "No property distinguishes the members of a union.",
      repair: "Add a required property with a different string literal to each member.",
    },
    "load/no-package": {
      place: "folder",
      meaning: "The folder or file has no API types.",
      repair: "Name a folder with types and markers.",
      page: "docs/configuration.md#folders-on-the-command-line",
    },
    "load/not-an-object": {
      place: "type expression",
      meaning:
        "An interface extends a type that is not an object type, or a part of an intersection is not an object type.",
      repair: "Use the type in a property instead.",
    },
    "load/not-exported": {
      place: "type expression",
      meaning: "An exported type uses a type that is not exported.",
      repair: "Export the type.",
    },
    "load/not-found": {
      place: "marker",
      meaning: "A marker names a folder that does not exist.",
      repair: "Correct the path. A path with a leading dot is relative to the folder of the marker.",
    },
    "load/not-installed": {
      place: "type expression",
      meaning: "A type is imported from an npm package that is not installed.",
      repair: "Install the package with the command from the hint.",
      page: "docs/types.md#types-of-published-packages",
    },
    "load/not-json": {
      place: "type expression",
      meaning: "JSON cannot represent values of this type.",
      repair: "Use a type of JSON, or an alias of the runtime such as `Time`.",
      page: "docs/types.md#aliases-of-the-runtime",
    },
    "load/null": {
      place: "type expression",
      meaning:
        "A type contains `null`, but the property has no `+nullable`. In JSON, `null` then means that the property is absent.",
      repair: "Make the property optional, or add `+nullable`.",
      page: "docs/rules.md#absent-null-and-empty",
    },
    "load/nullable": {
      place: "type expression",
      meaning: "`+nullable` allows null, but the type of the property does not.",
      repair: "Write the type as `T | null`, or remove the marker.",
      page: "docs/types.md",
    },
    "load/opaque-base": {
      place: "type expression",
      meaning: "A type extends a type whose properties are not known.",
      repair: "Use that type in a property, or declare the properties here.",
    },
    "load/opaque-generic": {
      place: "type expression",
      meaning: "An API type uses a generic type of an npm package, whose properties are not known.",
      repair: "Declare an interface with its properties in the project.",
      page: "docs/types.md#types-of-published-packages",
    },
    "load/readonly": {
      place: ["field", "type expression"],
      meaning: "A property is read-only, but generated functions assign properties.",
      repair: "Remove `readonly`.",
    },
    "load/removed-name": {
      place: "import",
      meaning: "A file uses a generated name that does not exist in this version of codegen.",
      repair: "Use the replacement in the hint.",
      page: "docs/ci.md#upgrade-codegen",
    },
    "load/required-recursion": {
      place: "field",
      meaning: "A type requires a value of itself, so every value would be infinitely large.",
      repair: "Make one of the properties optional.",
    },
    "load/symbolic-link": {
      severity: "warning",
      place: "folder",
      meaning: "A symbolic link refers to a folder of API types, but codegen does not follow symbolic links.",
      repair: "Name the folder explicitly.",
      page: "docs/configuration.md#folders-on-the-command-line",
    },
    "load/syntax": {
      place: "file",
      meaning: "The file is not valid TypeScript.",
      repair: "Correct the text at the position.",
    },
    "load/too-deep": {
      place: "type expression",
      meaning: "Types are nested too deeply to be read.",
      repair: "Reduce the number of levels, or give a deeply nested property the type `unknown`.",
      page: "docs/types.md#limits",
    },
    "load/tuple": {
      place: "type expression",
      meaning: "A tuple has an optional element or a rest element.",
      repair: "Use a list.",
    },
    "load/undefined": {
      place: "type expression",
      meaning: "A type contains `undefined`, which has no value in JSON.",
      repair: "Make the property optional.",
      page: "docs/rules.md#absent-null-and-empty",
    },
    "load/unnamed-argument": {
      place: "type expression",
      meaning: "A type argument is an object type without a name.",
      repair: "Declare the type as an interface.",
    },
    "load/unnamed-member": {
      place: "type expression",
      meaning:
        "Generated code cannot refer to a member of a union, because no property distinguishes it from the other members.",
      repair: "Declare the member as an interface.",
    },
    "load/unreadable": {
      severity: ["error", "warning"],
      place: "folder",
      meaning: "The system does not allow codegen to list a folder, which may contain API types.",
      repair: "Allow codegen to read the folder, or name other folders in the configuration.",
      page: "docs/configuration.md#folders-on-the-command-line",
    },
    "load/unread-markers": {
      severity: "warning",
      place: "marker",
      meaning:
        "A file has markers, but codegen does not read the file: its folder has neither `types.ts` nor `doc.ts`, or its name does not end with `.ts`.",
      repair: "Add a `doc.ts` to the folder, or change the file extension to `.ts`.",
    },
    "load/unresolved-import": {
      place: "type expression",
      meaning: "A type is imported from a file or package that does not exist, or that does not export the type.",
      repair: "Correct the import.",
      page: "docs/types.md#imports",
    },
    "load/unresolved-name": {
      place: "type expression",
      meaning: "A file uses a name that it neither declares nor imports.",
      repair: "Declare or import the name.",
      page: "docs/types.md#imports",
    },
    "load/unsupported-type": {
      place: "type expression",
      meaning: "The type has no form in JSON, or codegen does not read it.",
      repair: "Use interfaces, unions of literals, lists, `Record<string, T>` and the types of the runtime.",
    },
    "load/used-in-cycle": {
      place: "function",
      meaning:
        "A file uses a generated function while it is loaded, but the generated file imports this file, so the function may not exist yet.",
      repair: "Call the function inside another function.",
    },
  },
});

export type LoadCode = CodeOf<typeof loadProblems>;
