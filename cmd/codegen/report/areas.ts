/**
 * The help text of each area of problem codes. The area of a code is the part before the slash:
 * that of `conversion/missing-peer-field` is `conversion`.
 */
export const areas: ReadonlyMap<string, string> = new Map([
  ["client", "The markers of the typed client describe resources and methods that a client can have (+genclient)."],
  ["config", "The configuration names existing generators, options, folders and files, with values of the right type."],
  [
    "conversion",
    "Each property of a version has a counterpart in the hub version, a hand-written conversion function or a marker that accepts its loss.",
  ],
  [
    "crd",
    "CustomResourceDefinitions need a kind at the root, one storage version and a served version, and fit into one object.",
  ],
  ["deepcopy", "Every type that deepcopy copies is plain data, or has a hand-written copy function."],
  ["defaults", "A default is a JSON value of its property's type, and stands where defaulting sets it."],
  ["fuzz", "Every type has a generated or a hand-written function that generates values of it for tests."],
  ["import", "An imported CustomResourceDefinition is valid, and a TypeScript type can state all of it."],
  ["load", "API types are plain JSON data, declared in files that codegen reads."],
  [
    "markers",
    "A marker has a known name and a value of the right type, and stands where a generator reads it. The command `codegen markers` lists them.",
  ],
  ["openapi", "The constraints and defaults of a property allow each other, and the OpenAPI document can state them."],
  ["output", "Generated files are up to date, and overwrite no hand-written file."],
  ["plugin", "A generator returns plans that codegen can render, and throws no error."],
  [
    "prerelease-lifecycle",
    "The lifecycle markers of a version name the releases that introduce, deprecate and remove it.",
  ],
  ["project", "The project is an ES module, and has the packages and exports that generated code needs."],
  ["protobuf", "Numbers, types and names of protobuf fields never change after a release."],
  ["register", "A folder of types has a group and version, and its kinds have the properties and markers of kinds."],
  ["schema", "Every type of the document has a schema."],
  ["validation", "A validation marker fits the type at which it stands, and is stable in a stable version."],
  ["webhook", "The markers of webhooks describe one configuration without repeated names."],
  ["write", "All generated files can be written."],
]);

/** Returns the help text for a problem code. Other areas are the names of custom generators. */
export function helpFor(code: string): string {
  const area = code.replace(/\/.*/, "");
  const help = areas.get(area) ?? `The generator ${area} reports this problem.`;
  return `${help} The message of each result names the place, and the lines below it say how to solve the problem.`;
}
