import type { Problem } from "../../../../engine/base/problem.js";
import type { CRDColumn, CRD, Version } from "../../../../runtime/crd/index.js";
import { readCRD, served } from "../../import/read/crd-form.js";
import { readDocuments } from "../../import/read/read-file.js";
import { definitionsIn, noDefinition } from "../../import/read/definitions.js";
import { stringAt, type SchemaAt } from "../../import/schema.js";
import type { API, APIKind, APIResourceForm } from "../form/api.js";
import { canonical } from "../form/canonical.js";
import { valueOfSchema } from "./read-schemas.js";
import { crdProblems } from "../../../../generators/problem-codes/crd.js";

/** The API in the definitions of a file, with the names of the definitions. */
export interface ReadCRDs {
  readonly api: API;
  readonly names: readonly string[];
  /** The errors in the file. */
  readonly problems: readonly Problem[];
}

/** Reads the CustomResourceDefinitions in a file, without executing any code. */
export async function readCRDs(file: string, cwd: string): Promise<ReadCRDs> {
  const { sources, problems } = await readDocuments(file, cwd);
  const found = sources.flatMap(definitionsIn);
  const read = found.map((definition) => ({ definition, ...readDefinition(definition) }));
  const errors = [...problems, ...read.flatMap((one) => one.problems)].filter(({ severity }) => severity === "error");
  const kinds = read.flatMap(({ definition, crd }) => (crd === undefined ? [] : kindsOf(definition, crd)));
  return {
    api: { kinds, losses: [], functions: [] },
    names: read.flatMap(({ crd }) => crd?.metadata?.name ?? []),
    problems: errors.length === 0 && found.length === 0 ? [noDefinition(file, cwd, "error")] : errors,
  };
}

function readDefinition({ source, path, schema }: SchemaAt): ReturnType<typeof readCRD> {
  const apiVersion = stringAt(schema, "apiVersion");
  if (apiVersion === served) return readCRD(schema, (place) => source.positionOf([...path, ...place]));
  const message = `only the apiVersion ${served} can be compared, not ${apiVersion ?? "none"}`;
  const position = source.positionOf([...path, "apiVersion"]);
  return { problems: [{ ...crdProblems.is("crd/api-version"), message, position }] };
}

function kindsOf({ source, path }: SchemaAt, { spec = {} }: CRD): readonly APIKind[] {
  const { group = "", names = {}, versions = [] } = spec;
  return versions.flatMap((version, index): readonly APIKind[] => {
    if (version.served !== true) return [];
    const name = names.kind ?? "";
    const place = [...path, "spec", "versions", index];
    const schema = version.schema?.openAPIV3Schema ?? {};
    const at = [...place, "schema", "openAPIV3Schema"];
    return [
      {
        group,
        version: version.name ?? "",
        name,
        get position() {
          return source.positionOf([...place, "name"]);
        },
        folder: "",
        resource: resourceOf(spec, version),
        ...(version.deprecated === true ? { lifecycle: { deprecated: true } } : {}),
        isStored: version.storage === true,
        value: valueOfSchema(schema, at, name, source.positionOf),
        schema: () => schema,
      },
    ];
  });
}

function resourceOf({ names = {}, scope }: NonNullable<CRD["spec"]>, version: Version): APIResourceForm {
  const { additionalPrinterColumns: columns = [], subresources = {} } = version;
  return {
    plural: names.plural ?? "",
    shortNames: names.shortNames ?? [],
    isClusterWide: scope === "Cluster",
    subresources: (["status", "scale"] as const).filter((name) => subresources[name] !== undefined),
    columns: new Map(
      columns.map((column: CRDColumn) => [column.name ?? "", canonical({ ...column, description: undefined })]),
    ),
  };
}
