/** The subject of problem codes. */
interface Area {
  /** The rule that the input has to keep. */
  readonly rule: string;
  /** The page of the documentation with the rules. */
  readonly page: string;
}

/**
 * The areas of problem codes. The area of a code is the part before the slash: that of
 * `conversion/missing-peer-field` is `conversion`. docs/problems.md lists them.
 */
export const areas: { readonly [area: string]: Area } = {
  breaking: {
    rule: "A released version of an API stays what it was: its clients work, and stored objects are read as before.",
    page: "docs/breaking.md",
  },
  cel: {
    rule: "API servers can compile each rule of CEL, its value is a boolean, and it names only properties that the schema has.",
    page: "docs/crds.md",
  },
  client: {
    rule: "The markers of the typed client describe resources and methods that a client can have (+genclient).",
    page: "docs/clientset.md",
  },
  config: {
    rule: "The configuration names existing generators, options, folders and files, with values of the right type.",
    page: "docs/configuration.md",
  },
  conversion: {
    rule: "Each property of a version has a counterpart in the hub version, a hand-written conversion function or a marker that accepts its loss.",
    page: "docs/generators/conversion.md",
  },
  crd: {
    rule: "CustomResourceDefinitions need a kind at the root, one storage version and a served version, fit into one object, and follow the rules of API servers.",
    page: "docs/crds.md",
  },
  deepcopy: {
    rule: "Every type that deepcopy copies is plain data, or has a hand-written copy function.",
    page: "docs/generators/deepcopy.md",
  },
  defaults: {
    rule: "A default is a JSON value of its property's type, and stands where defaulting sets it.",
    page: "docs/generators/defaults.md",
  },
  fuzz: {
    rule: "Every type has a generated or a hand-written function that generates values of it for tests.",
    page: "docs/generators/fuzz.md",
  },
  import: {
    rule: "An imported CustomResourceDefinition is valid, and a TypeScript type can state all of it.",
    page: "docs/import.md",
  },
  load: { rule: "API types are plain JSON data, declared in files that codegen reads.", page: "docs/types.md" },
  markers: {
    rule: "A marker has a known name and a value of the right type, and stands where a generator reads it. The command `codegen markers` lists them.",
    page: "docs/markers.md",
  },
  openapi: {
    rule: "The constraints and defaults of a property allow each other, and the OpenAPI document can state them.",
    page: "docs/generators/openapi.md",
  },
  output: {
    rule: "Generated files are up to date, and overwrite no hand-written file.",
    page: "docs/configuration.md",
  },
  plugin: {
    rule: "A generator returns plans that codegen can render, and throws no error.",
    page: "docs/third-party-generator.md",
  },
  "prerelease-lifecycle": {
    rule: "The lifecycle markers of a version name the releases that introduce, deprecate and remove it.",
    page: "docs/generators/prerelease-lifecycle.md",
  },
  project: {
    rule: "The project is an ES module, and has the packages and exports that generated code needs.",
    page: "docs/configuration.md",
  },
  protobuf: {
    rule: "Numbers, types and names of protobuf fields never change after a release.",
    page: "docs/generators/protobuf.md",
  },
  reference: {
    rule: "Reference pages replace only pages that the command wrote itself.",
    page: "docs/reference-pages.md",
  },
  register: {
    rule: "A folder of types has a group and version, and its kinds have the properties and markers of kinds.",
    page: "docs/generators/register.md",
  },
  schema: { rule: "Every type of the document has a schema.", page: "docs/generators/schema.md" },
  validation: {
    rule: "A validation marker fits the type at which it stands, and is stable in a stable version.",
    page: "docs/generators/validation.md",
  },
  webhook: {
    rule: "The markers of webhooks describe one configuration without repeated names.",
    page: "docs/generators/webhook.md",
  },
  write: { rule: "All generated files can be written.", page: "docs/configuration.md" },
};

/** The texts of SARIF for a problem code. Other areas are the names of custom generators. */
export function helpFor(code: string): { readonly rule: string; readonly help: string } {
  const name = code.replace(/\/.*/, "");
  const area = Object.hasOwn(areas, name) ? areas[name] : undefined;
  const rule = area?.rule ?? `The generator ${name} reports this problem.`;
  const page = area === undefined ? "" : ` The page ${area.page} of the documentation has the rules.`;
  return {
    rule,
    help: `The message of each result names the place, and the lines below it say how to solve the problem.${page}`,
  };
}
