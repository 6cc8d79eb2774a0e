import { resolveProject } from "../../../engine/config/project.js";
import { crdErrors, errorText, type CRD, type CRDSchema, type Version } from "../../../runtime/crd/index.js";
import { UsageError } from "../failure.js";
import { planProject, viewsOf } from "../plan-project.js";
import { readCRD, served } from "../import/read/crd-form.js";
import { definitionsIn } from "../import/read/definitions.js";
import { isReadSchema, stringAt } from "../import/schema.js";
import { documentsOf } from "./read-value.js";

/** Command-line options that select a schema. */
export interface SchemaOptions {
  readonly type?: string;
  readonly crd?: string;
  readonly version?: string;
  readonly path?: string;
  readonly config?: string;
  readonly kubernetes?: string;
}

/** A schema. `isRoot` is true for the schema of a whole object. */
export interface FoundSchema {
  readonly schema: CRDSchema;
  readonly isRoot: boolean;
  /** The first error for which API servers refuse the definition; absent for a valid definition. */
  readonly refusal?: string;
}

/**
 * Returns the schema that the options select; undefined without such options.
 *
 * @param object the object to validate; its apiVersion and kind select a definition
 * @throws UsageError if options contradict each other or select no schema, or if the object does
 * not have the type that `--type` names
 */
export async function findSchema(
  options: SchemaOptions,
  object: unknown,
  cwd: string,
): Promise<FoundSchema | undefined> {
  const { type, crd: file, path } = options;
  if (type !== undefined && file !== undefined) throw new UsageError("--type and --crd cannot be used together");
  if (type !== undefined && options.version !== undefined)
    throw new UsageError("--version can be used only with --crd, because --type contains the version");
  if (type === undefined && file === undefined) {
    if (path !== undefined || options.version !== undefined)
      throw new UsageError("--path and --version need --crd or --type");
    if (options.config !== undefined) throw new UsageError("--config needs --type");
    return undefined;
  }
  const root =
    type === undefined
      ? schemaOfFile(await definitionsOf(file ?? "", cwd), options, object)
      : { schema: await schemaOfType(type, options, cwd), isRoot: true };
  if (path === undefined || path === "") {
    if (type !== undefined) requireType(object, type);
    return root;
  }
  const schema = partOf(root.schema, path);
  if (isReadSchema(object) && "apiVersion" in object && propertyOf(schema, "apiVersion") === undefined)
    throw new UsageError(`with --path=${path}, --self must be the value of ${path}, not the complete object`);
  return { ...root, schema, isRoot: false };
}

async function definitionsOf(file: string, cwd: string): Promise<readonly CRD[]> {
  if (file.trim() === "") throw new UsageError("--crd is empty: it must be the name of a file");
  const definitions = (await documentsOf(file, cwd)).flatMap(definitionsIn).map(({ schema, source }) => {
    if (stringAt(schema, "apiVersion") !== served)
      throw new UsageError(`${file}: the apiVersion of a definition must be ${served}`);
    const { crd, problems } = readCRD(schema, source.positionOf);
    if (crd === undefined)
      throw new UsageError(`${file}: ${problems[0]?.message ?? "it is not a CustomResourceDefinition"}`);
    return crd;
  });
  if (definitions.length === 0) throw new UsageError(`${file}: the file has no CustomResourceDefinition`);
  return definitions;
}

/** Returns a string of an object; undefined if it has none, or if the value is not an object. */
function stringOf(object: unknown, name: "apiVersion" | "kind"): string | undefined {
  return isReadSchema(object) ? stringAt(object, name) : undefined;
}

function nameOf(crd: CRD): string {
  return crd.metadata?.name ?? "the definition";
}

function schemaOfFile(definitions: readonly CRD[], options: SchemaOptions, object: unknown): FoundSchema {
  const kind = stringOf(object, "kind");
  const named = definitions.filter(({ spec }) => spec?.names?.kind === kind && hasGroup(object, spec?.group));
  const [crd, other] = kind === undefined || options.path !== undefined ? definitions : named;
  if (crd === undefined)
    throw new UsageError(
      `the file has no definition for the apiVersion and kind of the object; its definitions are ${definitions.map(nameOf).join(", ")}`,
    );
  if (other !== undefined)
    throw new UsageError(
      `the file has several definitions, but --self has no apiVersion and kind that select one: ${definitions.map(nameOf).join(", ")}`,
    );
  const [error] = crdErrors(crd, options.kubernetes === undefined ? {} : { kubernetes: options.kubernetes });
  const schema = schemaOf(versionOf(crd, options, object), nameOf(crd));
  if (error === undefined) return { schema, isRoot: true };
  const refusal = `API servers refuse ${nameOf(crd)} (run codegen check-crd to print all errors): ${errorText(error)}`;
  return { schema, isRoot: true, refusal };
}

/**
 * Reports whether an object belongs to a group. An object without apiVersion belongs to every
 * group.
 */
function hasGroup(object: unknown, group = ""): boolean {
  const apiVersion = stringOf(object, "apiVersion");
  return apiVersion === undefined || apiVersion.startsWith(`${group}/`);
}

/** Returns the version from the option, or else from the object, or else the storage version. */
function versionOf(crd: CRD, { version, path }: SchemaOptions, object: unknown): Version {
  const versions = crd.spec?.versions ?? [];
  const apiVersion = path === undefined ? stringOf(object, "apiVersion") : undefined;
  const name = version ?? apiVersion?.split("/").at(-1);
  const found = versions.find((one) => (name === undefined ? one.storage === true : one.name === name));
  if (found !== undefined) return found;
  const names = versions.map((one) => one.name ?? "").join(", ");
  const wanted = name === undefined ? "version with storage: true" : `version ${name}`;
  throw new UsageError(`${nameOf(crd)} has no ${wanted}${names === "" ? "" : `; its versions are ${names}`}`);
}

function schemaOf({ name = "", schema }: Version, crd: string): CRDSchema {
  if (schema?.openAPIV3Schema === undefined) throw new UsageError(`the version ${name} of ${crd} has no schema`);
  return schema.openAPIV3Schema;
}

/**
 * Returns the schema of a kind of this project, by a name such as `v1.Pizza` or
 * `restaurant.example.com/v1.Pizza`.
 */
async function schemaOfType(type: string, { config }: SchemaOptions, cwd: string): Promise<CRDSchema> {
  const [, group, version = "", kind = ""] = /^(?:([^/]+)\/)?([^./]+)\.([^./]+)$/.exec(type) ?? [];
  if (kind === "") throw new UsageError(`--type=${type}: write a version and a kind, such as v1.Pizza`);
  const definitions = await definitionsOfProject(config, cwd);
  const matching = definitions.filter(
    ({ spec }) =>
      spec?.names?.kind === kind &&
      (group === undefined || spec.group === group) &&
      spec.versions?.some(({ name }) => name === version) === true,
  );
  const [crd, other] = matching;
  if (crd === undefined) throw new UsageError(unknownType(type, definitions));
  if (other !== undefined)
    throw new UsageError(
      `several groups have the type ${type}: ${matching.map(({ spec }) => `${spec?.group ?? ""}/${type}`).join(", ")}`,
    );
  return schemaOf(versionOf(crd, { version }, undefined), nameOf(crd));
}

/**
 * Checks that the apiVersion and kind of an object, if both are present, are the expected ones.
 * @throws UsageError if the object has another type
 */
function requireType(object: unknown, type: string): void {
  const [apiVersion, kind] = [stringOf(object, "apiVersion"), stringOf(object, "kind")];
  if (apiVersion === undefined || kind === undefined || `/${apiVersion}.${kind}`.endsWith(`/${type}`)) return;
  throw new UsageError(`--self has the kind ${kind} of ${apiVersion}, but --type=${type} is another type`);
}

function unknownType(type: string, definitions: readonly CRD[]): string {
  const known = definitions.flatMap(({ spec }) =>
    (spec?.versions ?? []).map(({ name }) => `${name ?? ""}.${spec?.names?.kind ?? ""}`),
  );
  const found = known.length === 0 ? "no kind has this marker" : `the kinds with this marker are ${known.join(", ")}`;
  return `no kind ${type} has +kubebuilder:object:root=true; ${found}`;
}

async function definitionsOfProject(configFile: string | undefined, cwd: string): Promise<readonly CRD[]> {
  const resolved = await resolveProject({ cwd, paths: [], configFile });
  if (resolved.kind === "usage") throw new UsageError(resolved.message);
  if (resolved.kind === "problems")
    throw new UsageError(resolved.problems[0]?.message ?? "the configuration has errors");
  const found = await planProject(resolved.project, "crd");
  const [error] = found.errors;
  if (error !== undefined)
    throw new UsageError(`the types have errors (run codegen to print all): ${error.position.file}: ${error.message}`);
  const { parse } = await import("yaml");
  return viewsOf(found, "crd").map((view) => parse((view as { readonly yaml: string }).yaml) as CRD);
}

/**
 * Returns the schema at a path such as `spec.toppings[].name`, with `[]` for items and `{}` for
 * values.
 */
function partOf(root: CRDSchema, path: string): CRDSchema {
  if (!/^(?:(?:^|\.)[^.[\]{}]+|\[\]|\{\})+$/.test(path))
    throw new UsageError(
      `--path=${path}: write a path such as spec.toppings[].name, with [] for items and {} for values`,
    );
  let schema: CRDSchema = root;
  let at = "";
  for (const [step] of path.matchAll(/\[\]|\{\}|[^.[\]{}]+/g)) {
    const next = step === "[]" ? schema.items : step === "{}" ? schema.additionalProperties : propertyOf(schema, step);
    at += step === "[]" || step === "{}" || at === "" ? step : `.${step}`;
    if (typeof next !== "object" || Array.isArray(next))
      throw new UsageError(`--path=${path}: the schema has no ${at}${known(schema)}`);
    schema = next as CRDSchema;
  }
  return schema;
}

function propertyOf({ properties }: CRDSchema, name: string): CRDSchema | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function known({ properties, items, additionalProperties }: CRDSchema): string {
  if (items !== undefined) return "; the value is a list: write [] for its items";
  if (typeof additionalProperties === "object") return "; the value is a map: write {} for its values";
  return properties === undefined ? "" : `; known properties: ${Object.keys(properties).join(", ")}`;
}
