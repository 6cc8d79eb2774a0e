import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Scheme } from "@apimachinery/runtime";
import type * as fc from "fast-check";
import { parse } from "yaml";
import type { CRD } from "../../runtime/crd/index.js";
import type { TypeSchema } from "../../runtime/schema/schema.js";
import type { BothForms } from "./answers.js";

/** A version of a group whose code is generated in a folder. */
export interface VersionFolder {
  readonly group: string;
  readonly version: string;
  readonly addToScheme: (scheme: Scheme) => void;
  /** The kinds that have a CRD. */
  readonly kinds: readonly BothForms[];
  /** Returns valid objects of a kind. */
  readonly fuzz: (kind: string) => fc.Arbitrary<object>;
}

/** Returns the versions of groups below a folder whose kinds have generated CRDs. */
export async function versionFolders(apis: string, crds: string): Promise<readonly VersionFolder[]> {
  const definitions = readdirSync(crds).map((name) => parse(readFileSync(join(crds, name), "utf8")) as CRD);
  const folders = readdirSync(apis, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("zz_generated.register.ts"))
    .map((path) => join(apis, path, ".."))
    .toSorted();
  const versions = await Promise.all(folders.map((folder) => versionFolder(folder, definitions)));
  return versions.filter(({ kinds }) => kinds.length > 0);
}

interface Registration {
  readonly SchemeGroupVersion: { readonly group: string; readonly version: string };
  readonly AddToScheme: (scheme: Scheme) => void;
}

async function versionFolder(folder: string, definitions: readonly CRD[]): Promise<VersionFolder> {
  const moduleOf = async (name: string) =>
    (await import(join(folder, `zz_generated.${name}.ts`))) as Readonly<Record<string, unknown>>;
  // Assertion: the generator register has written the module.
  const { SchemeGroupVersion, AddToScheme } = (await moduleOf("register")) as unknown as Registration;
  const [schemas, fuzzers] = [await moduleOf("schema"), await moduleOf("fuzz")];
  return {
    ...SchemeGroupVersion,
    addToScheme: AddToScheme,
    kinds: definitions.flatMap((crd) => formsOf(crd, SchemeGroupVersion, schemas)),
    fuzz: (kind) => (fuzzers[`Fuzz_${kind}`] as () => fc.Arbitrary<object>)(),
  };
}

/** Returns both forms of the kind of a CRD in a version; an empty list if it lacks the version. */
export function formsOf(
  { spec }: CRD,
  { group, version }: { readonly group: string; readonly version: string },
  schemas: Readonly<Record<string, unknown>>,
): readonly BothForms[] {
  const { kind = "", plural = "" } = spec?.names ?? {};
  const found = spec?.versions?.find(({ name }) => name === version);
  const crd = found?.schema?.openAPIV3Schema;
  if (spec?.group !== group || crd === undefined) return [];
  return [
    {
      group,
      version,
      kind,
      path: spec.scope === "Cluster" ? plural : `namespaces/default/${plural}`,
      schema: schemas[`${kind}Schema`] as TypeSchema,
      crd,
      separatesStatus: found?.subresources?.status !== undefined,
    },
  ];
}
