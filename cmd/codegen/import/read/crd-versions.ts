import { isReadSchema, objectsIn, stringAt, valueInDocument, type DocumentPath, type ReadSchema } from "../schema.js";

/** One version of a CRD, in the form of `apiextensions.k8s.io/v1`. */
export interface CRDVersion {
  readonly name: string;
  /** The entry of `spec.versions`, with the properties that a v1beta1 CRD declares in `spec`. */
  readonly value: ReadSchema;
  readonly path: DocumentPath;
  /** The path of the printer columns in the document. */
  readonly columns: DocumentPath;
  /** The path of the schema in the document. */
  readonly schemaPath: DocumentPath;
  readonly isServed: boolean;
  readonly isStored: boolean;
}

/**
 * Returns the versions of a CRD. In v1beta1, `spec` can contain the schema, printer columns and
 * subresources of all versions, and `spec.version` can name the only version.
 */
export function versionsOfCRD(crd: ReadSchema, path: DocumentPath): readonly CRDVersion[] {
  const spec = isReadSchema(crd["spec"]) ? crd["spec"] : {};
  const listed = objectsIn(spec["versions"], [...path, "spec", "versions"]);
  const single = stringAt(spec, "version");
  const entries =
    listed.length > 0 || single === undefined
      ? listed
      : [{ value: { name: single, served: true, storage: true }, path: [...path, "spec"] }];
  return entries.map(({ value, path: at }) => {
    const hasOwn = isReadSchema(value["schema"]);
    return {
      name: stringAt(value, "name") ?? "",
      value: { ...inherited(spec), ...value },
      path: at,
      columns: [
        ...(value["additionalPrinterColumns"] === undefined ? [...path, "spec"] : at),
        "additionalPrinterColumns",
      ],
      schemaPath: hasOwn ? [...at, "schema", "openAPIV3Schema"] : [...path, "spec", "validation", "openAPIV3Schema"],
      isServed: value["served"] !== false,
      isStored: value["storage"] === true,
    };
  });
}

/** Returns the properties of a v1beta1 CRD that apply to all versions. */
function inherited(spec: ReadSchema): ReadSchema {
  const columns = objectsIn(spec["additionalPrinterColumns"], []).map(({ value }) => ({
    ...value,
    jsonPath: value["jsonPath"] ?? value["JSONPath"],
  }));
  const subresources = valueInDocument(spec, ["subresources"]);
  return {
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns }),
    ...(subresources === undefined ? {} : { subresources }),
  };
}
