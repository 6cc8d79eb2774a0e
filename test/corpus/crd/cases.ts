/** A JSON schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** A type of the generated package, its schema in Kubernetes, and objects to validate. */
export interface Case {
  /** Name of the type. */
  readonly name: string;
  /** Markers, without `+kubebuilder:validation:`. */
  readonly markers: readonly string[];
  /** Declarations of the type and of its aliases. */
  readonly text: string;
  readonly schema: Schema;
  /** The type has CEL rules, which Kubernetes does not check after some errors. */
  readonly hasCEL: boolean;
  /** JSON of the objects. */
  readonly objects: readonly string[];
  /** Reason why the errors of some objects differ from those of Kubernetes. */
  readonly differs: string | undefined;
}

/** A type with values, without its markers. */
export interface Base {
  readonly type: string;
  readonly schema: Schema;
  readonly values: readonly unknown[];
}

const prefix = "kubebuilder:validation:";

/** Returns the schema that controller-gen writes for a value with the markers. */
export function withMarkers(schema: Schema, markers: readonly string[]): Schema {
  let result = schema;
  for (const marker of markers) result = withMarker(result, marker);
  return result;
}

function withMarker(schema: Schema, marker: string): Schema {
  const [, ofItems] = /^items:(.*)$/s.exec(marker) ?? [];
  if (ofItems !== undefined) return { ...schema, items: withMarker(schema["items"] as Schema, ofItems) };
  const [, name = "", text = "true"] = /^(\w+)(?:=(.*))?$/s.exec(marker) ?? [];
  const rule = celRuleOf(marker) ?? ruleOf(name, text);
  return rule === undefined ? { ...schema, [keywordOf(name)]: valueOf(name, text) } : withRule(schema, rule);
}

function withRule(schema: Schema, rule: object): Schema {
  const rules = (schema["x-kubernetes-validations"] ?? []) as readonly object[];
  return { ...schema, "x-kubernetes-validations": [...rules, rule] };
}

/** Returns the CEL rule that a marker states. */
function celRuleOf(marker: string): object | undefined {
  const [, text] = /^XValidation:(.*)$/s.exec(marker) ?? [];
  const properties = text?.matchAll(/(\w+)=("(?:[^"\\]|\\.)*"|[\w.]+)/g);
  return properties && Object.fromEntries(Array.from(properties, ([, name = "", value = ""]) => [name, parsed(value)]));
}

function keywordOf(name: string): string {
  if (/^X?EmbeddedResource$/.test(name)) return "x-kubernetes-embedded-resource";
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns controller-gen's CEL rule for a number of properties that are set. */
function ruleOf(name: string, text: string): object | undefined {
  const [operator, words] =
    { AtMostOneOf: ["<=", "at most"], ExactlyOneOf: ["==", "exactly"], AtLeastOneOf: [">=", "at least"] }[name] ?? [];
  if (operator === undefined || words === undefined) return undefined;
  const names = text.split(";");
  return {
    rule: `[${names.map((one) => `has(self.${one})`).join(",")}].filter(x,x==true).size() ${operator} 1`,
    message: `${words} one of the fields in [${names.join(" ")}] ${operator === "<=" ? "may" : "must"} be set`,
  };
}

function valueOf(name: string, text: string): unknown {
  if (name === "Enum") return text.split(";").map(parsed);
  return name === "Pattern" || name === "Format" ? text.replace(/^`(.*)`$/, "$1") : parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Shape {
  readonly type: string;
  readonly schema: Schema;
  readonly markers: readonly string[];
  readonly isOptional?: boolean;
  readonly objectOf: (value: unknown) => unknown;
  readonly declarations: string;
}

/** Returns one case for each shape in which a value with the markers can be part of an object. */
export function casesOf(
  label: string,
  { type, schema, values }: Base,
  markers: readonly string[],
  differs: string | undefined,
): Case[] {
  const ruled = withMarkers(schema, markers);
  const alias = (name: string) => `${comment(markers, "")}export type ${name} = ${type};\n`;
  const only = (value: unknown) => value;
  const shapes: Readonly<Record<string, (name: string) => Shape>> = {
    Plain: () => ({ type, schema: ruled, markers, objectOf: only, declarations: "" }),
    Optional: () => ({ type, schema: ruled, markers, isOptional: true, objectOf: only, declarations: "" }),
    Alias: (name) => ({ type: name, schema: ruled, markers: [], objectOf: only, declarations: alias(name) }),
    List: (name) => ({
      type: `${name}[]`,
      schema: { type: "array", items: ruled },
      markers: [],
      objectOf: (value) => [value, value],
      declarations: alias(name),
    }),
    Items: () => ({
      type: `(${type})[]`,
      schema: { type: "array", items: ruled },
      markers: markers.map((marker) => `items:${marker}`),
      objectOf: (value) => [value],
      declarations: "",
    }),
    Map: (name) => ({
      type: `Record<string, ${name}>`,
      schema: { type: "object", additionalProperties: ruled },
      markers: [],
      objectOf: (value) => ({ "a.b/c": value }),
      declarations: alias(name),
    }),
    Inner: (name) => ({
      type: name,
      schema: { type: "object", properties: { in: ruled }, required: ["in"] },
      markers: [],
      objectOf: (value) => ({ in: value }),
      declarations: `export interface ${name} {\n${comment(markers, "  ")}  in: ${type};\n}\n`,
    }),
  };
  // Markers `items:` apply to one level. Some markers apply only to properties, others to types.
  const isOfItems = markers.some((marker) => marker.startsWith("items:"));
  const isOfTypes = markers.some((marker) => /OneOf/.test(marker));
  const isOfProperties = markers.includes("EmbeddedResource");
  return Object.entries(shapes)
    .filter(([shape]) => !(isOfItems && shape === "Items"))
    .filter(([shape]) => !(isOfProperties && /Alias|List|Items|Map/.test(shape)))
    .filter(([shape]) => !(isOfTypes && /Plain|Optional|Items|Inner/.test(shape)))
    .map(([shape, make]) => caseOf(`${label}${shape}`, make(`${label}${shape}Value`), values, differs));
}

function caseOf(name: string, shape: Shape, values: readonly unknown[], differs: string | undefined): Case {
  const mark = shape.isOptional === true ? "?" : "";
  return {
    name,
    markers: shape.markers,
    text:
      `export interface ${name} {\n${comment(shape.markers, "  ")}` +
      `  value${mark}: ${shape.type};\n}\n${shape.declarations}`,
    schema: {
      type: "object",
      properties: { value: shape.schema },
      ...(mark === "" ? { required: ["value"] } : {}),
    },
    hasCEL: /XValidation/.test(`${shape.markers.join("")}${shape.declarations}`),
    objects: [...values.map((value) => JSON.stringify({ value: shape.objectOf(value) })), "{}"],
    differs,
  };
}

function comment(markers: readonly string[], indent: string): string {
  if (markers.length === 0) return "";
  return `${indent}/** ${markers.map((marker) => `+${prefix}${marker}`).join(`\n${indent} *  `)} */\n`;
}
