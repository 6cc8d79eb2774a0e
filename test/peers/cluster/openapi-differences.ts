/** A schema of OpenAPI, or of a CustomResourceDefinition. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly description?: string;
  readonly "x-kubernetes-list-type"?: string;
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  readonly "x-kubernetes-map-type"?: string;
  readonly "x-kubernetes-group-version-kind"?: readonly { readonly version: string; readonly kind: string }[];
}

export interface OpenAPIDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Types of Kubernetes whose schemas in a CustomResourceDefinition are their own. */
const known = /\.(ObjectMeta|ListMeta|Time|MicroTime|Quantity|IntOrString|RawExtension|FieldsV1|JSON)$/;
const compared = ["type", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type"] as const;

/** Returns the paths at which the schema of a kind differs from the one in an OpenAPI document. */
export function schemaDifferences(
  document: OpenAPIDocument,
  path: string,
  kind: string,
  found: Schema,
): readonly string[] {
  const version = path.slice(path.lastIndexOf("/") + 1);
  const wanted = Object.values(document.components.schemas).find((schema) =>
    schema["x-kubernetes-group-version-kind"]?.some((one) => one.kind === kind && one.version === version),
  );
  return wanted === undefined ? [`${path} has no ${kind}`] : differences(document, `${path} ${kind}`, wanted, found);
}

function differences(document: OpenAPIDocument, path: string, given: Schema, found: Schema): readonly string[] {
  const reference = given.$ref ?? given.allOf?.[0]?.$ref;
  if (reference !== undefined && known.test(reference)) return [];
  const target = reference && document.components.schemas[reference.slice(reference.lastIndexOf("/") + 1)];
  const wanted = { ...(target === "" ? {} : target), ...given };
  // Kubernetes' documents have list types of byte strings. CustomResourceDefinitions must not.
  const isBytes = wanted.type === "string";
  const own = compared.flatMap((key) =>
    JSON.stringify(wanted[key]) === JSON.stringify(found[key]) || (isBytes && key === "x-kubernetes-list-type")
      ? []
      : [`${path} ${key}: ${String(wanted[key])} became ${String(found[key])}`],
  );
  const [names, foundNames] = [wanted, found].map(({ properties = {} }) => Object.keys(properties).sort().join(" "));
  const listed = names === foundNames ? [] : [`${path}: ${names ?? ""} became ${foundNames ?? ""}`];
  const nested = Object.entries(wanted.properties ?? {}).flatMap(([name, schema]) =>
    differences(document, `${path}.${name}`, schema, found.properties?.[name] ?? {}),
  );
  const items = wanted.items === undefined ? [] : differences(document, `${path}[]`, wanted.items, found.items ?? {});
  const values = valuesOf(wanted);
  const more = values === undefined ? [] : differences(document, `${path}{}`, values, valuesOf(found) ?? {});
  return [...own, ...listed, ...nested, ...items, ...more];
}

function valuesOf({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}
