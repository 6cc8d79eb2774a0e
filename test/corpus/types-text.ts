import type { Interface, Property, TypeShape, Version } from "./source.js";

/**
 * The apiVersion of each kind. The first key is folder and version (`batch/v1`, or `batch/` for the
 * hub), the second key is the name of the kind.
 */
type Kinds = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Types of the npm package that have another name in this project. */
const spellings: Readonly<Record<string, string>> = { number: "int64", any: "unknown", JSON: "unknown" };

/** Returns the content of types.ts for a version or a hub. */
export function typesText(version: Version, kinds: Kinds): string {
  const imports = new Map<string, Set<string>>();
  const add = (from: string, name: string): string => {
    imports.set(from, (imports.get(from) ?? new Set()).add(name));
    return name;
  };
  const types = version.interfaces.map((type) => interfaceText(type, version, kinds, add));
  const lines = [...imports]
    .toSorted()
    .map(([from, names]) => `import type { ${[...names].toSorted().join(", ")} } from "${from}";`);
  return `${[lines.join("\n"), ...types].join("\n\n")}\n`;
}

type Import = (from: string, name: string) => string;

const runtime = "@apimachinery/runtime";

function interfaceText({ name, doc, properties }: Interface, version: Version, kinds: Kinds, add: Import): string {
  const apiVersion = kinds.get(`${version.folder}/${version.version}`)?.get(name);
  const isList = properties.some((property) => property.name === "items");
  const fields = properties
    .filter((property) => apiVersion === undefined || (property.name !== "apiVersion" && property.name !== "kind"))
    .map((property) => {
      const isMetadata = apiVersion !== undefined && property.name === "metadata";
      return fieldText(
        { ...property, isOptional: property.isOptional && !isMetadata },
        typeText(property.type, version, kinds, add, isList),
      );
    });
  const base =
    apiVersion === undefined
      ? ""
      : ` extends ${add(runtime, "TypeMeta")}<"${version.version === "" ? hubOf(apiVersion) : apiVersion}", "${name}">`;
  return `${comment(doc, "")}export interface ${name}${base} {\n${fields.join("")}}`;
}

/** Returns the apiVersion of the hub's objects: `batch/__internal`. */
function hubOf(apiVersion: string): string {
  return apiVersion.replace(/[^/]+$/, "__internal");
}

function fieldText({ name, doc, isOptional }: Property, type: string): string {
  return `${comment(doc, "  ")}  ${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? "?" : ""}: ${type};\n`;
}

function comment(doc: string, indent: string): string {
  return doc === "" ? "" : `${indent}/** ${doc.split("\n").join(`\n${indent} *  `)} */\n`;
}

/**
 * Prints a type as TypeScript.
 * @param isItem true inside a list, whose items have an apiVersion and kind
 */
function typeText(type: TypeShape, version: Version, kinds: Kinds, add: Import, isItem: boolean): string {
  switch (type.kind) {
    case "list":
      return `${typeText(type.element, version, kinds, add, isItem)}[]`;
    case "map":
      return `Record<string, ${typeText(type.value, version, kinds, add, isItem)}>`;
    case "text":
      if (type.text === "number") return add(runtime, "int64");
      if (type.text === "number | string") return add(runtime, "IntOrString");
      return spellings[type.text] ?? type.text;
    case "name":
      return nameText(type.name, version, kinds, add, isItem);
  }
}

function nameText(name: string, version: Version, kinds: Kinds, add: Import, isItem: boolean): string {
  if (version.mixedUnions.includes(name)) return "unknown";
  const imported = version.imports[name];
  const isHub = version.version === "";
  const [, folder, imports] = /^\.\.\/(\w+)\/(v\w+)$/.exec(imported ?? "") ?? [];
  if (imported !== undefined && (folder === undefined || folder === "meta" || folder === "api")) {
    if (!imported.startsWith("./")) return add(runtime, name);
    if (!isHub) add(`../${imported.slice(2)}/types.js`, name);
  } else if (folder !== undefined && imports !== undefined) {
    add(isHub ? `../${folder}/types.js` : `../../${folder}/${imports}/types.js`, name);
  } else if (imported === undefined && spellings[name] !== undefined) return spellings[name];
  const home = `${folder ?? version.folder}/${isHub ? "" : (imports ?? imported?.slice(2) ?? version.version)}`;
  return kinds.get(home)?.has(name) === true && !isItem ? `${add(runtime, "Embedded")}<${name}>` : name;
}
