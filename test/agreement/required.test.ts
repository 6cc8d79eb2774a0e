import { rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { sampleOf } from "../../cmd/codegen/samples/value.js";
import { typeReference } from "../../cmd/codegen/reference/build/types.js";
import { readInput } from "../../cmd/codegen/read-input.js";
import { resolveProject } from "../../engine/config/project.js";
import type { Universe } from "../../engine/model/universe.js";
import { generators } from "../../generators/index.js";
import { optionalFieldsOf } from "../../generators/client/optional-fields.js";
import { openAPIDefinition } from "../../runtime/openapi/reader.js";
import { workFolder } from "../generators/run-generated.js";
import { seedOf, sizeOf } from "../sizes.js";
import { clusterAnswer, Server, type Answer, type BothForms } from "./answers.js";
import { generatedTypes } from "./generated-types.js";
import { group, version } from "./small-types.js";

/** A property: `inner` is the number of its type, or undefined for a string. */
interface Property {
  readonly inner: number | undefined;
  readonly isOptional: boolean;
  readonly marker: string | undefined;
}

const presence = [
  undefined,
  undefined,
  undefined,
  "optional",
  "required",
  "kubebuilder:validation:Optional",
  "kubebuilder:validation:Required",
  "optional\n * +kubebuilder:validation:Required",
];

/** The number of object types of a kind. Each contains only types with a greater number. */
const typesOfKind = 4;
const numbers = Array.from({ length: typesOfKind }, (_, number) => number);

/** Properties of one of the types of a kind. Half of the strings have a default. */
function properties(number: number): fc.Arbitrary<readonly Property[]> {
  const property = fc.record({
    inner: fc.constantFrom(undefined, undefined, ...numbers.slice(number + 1)),
    isOptional: fc.constantFrom(false, false, false, true),
    marker: fc.constantFrom(...presence),
    hasDefault: fc.boolean(),
  });
  const withDefault = property.map(({ hasDefault, ...one }): Property =>
    hasDefault && one.inner === undefined ? { ...one, marker: `default="a"` } : one,
  );
  return fc.array(withDefault, { minLength: 1, maxLength: 3 });
}

/** Returns the text of a kind that has a property of each of its types. */
function kindText(kind: string, types: readonly (readonly Property[])[]): string {
  const member = (name: string, { inner, isOptional, marker }: Property) =>
    `${marker === undefined ? "" : `/**\n * +${marker}\n */\n`}${name}${isOptional ? "?" : ""}: ${
      inner === undefined ? "string" : `${kind}T${inner}`
    };`;
  const interfaces = types.map(
    (all, number) =>
      `export interface ${kind}T${number} {\n${all.map((one, index) => member(`p${index}`, one)).join("\n")}\n}\n`,
  );
  const parts = types.map((_, number) => `t${number}: ${kind}T${number};`).join(" ");
  return `${interfaces.join("")}
/** +kubebuilder:object:root=true */
export interface ${kind} extends TypeMeta<"${group}/${version}", "${kind}"> { metadata: ObjectMeta; ${parts} }
export interface ${kind}List extends TypeMeta<"${group}/${version}", "${kind}List"> { metadata: ListMeta; items: ${kind}[]; }
`;
}

const kindTypes = fc.sample(fc.tuple(...numbers.map(properties)), {
  seed: seedOf("REQUIRED_SEED"),
  numRuns: sizeOf("REQUIRED_KINDS"),
});
const header = `import type { ListMeta, ObjectMeta, TypeMeta } from "@apimachinery/runtime";\n`;
const text = header + kindTypes.map((types, index) => kindText(`K${index}`, types)).join("");

const work = workFolder("required");
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

async function readUniverse(folder: string): Promise<Universe> {
  const resolved = await resolveProject({ cwd: folder, paths: [], configFile: undefined });
  if (resolved.kind !== "project") throw new Error(resolved.kind);
  const definitions = generators.flatMap(({ markers }) => markers);
  const { input } = await readInput(resolved.project, "test", definitions);
  if (input === undefined) throw new Error("the types have errors");
  return input.universe;
}

/** Returns the properties that an answer names: in its errors, or in the causes of a Status. */
function namesIn({ errors = [] }: Answer, name: RegExp): readonly string[] {
  return errors.flatMap((error) => [...error.matchAll(name)].flatMap(([, found]) => found ?? []));
}

/** For an object that leaves out all its properties: the required ones, by output. */
async function verdicts(
  universe: Universe,
  server: Server,
  form: BothForms,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const types = Object.values(universe.packages).flatMap((pkg) => Object.values(pkg.types));
  const type = types.find(({ name }) => name === form.kind);
  if (type?.shape.kind !== "object") throw new Error(form.kind);
  const parts = type.shape.fields.map(({ name }) => name).filter((name) => name !== "metadata");
  const { required } = openAPIDefinition(form.schema, { nameOf: ({ model }) => model, ref: (name) => name });
  const omitted = optionalFieldsOf(universe, type)?.names ?? [];
  const { fields } = typeReference(universe, type);
  return {
    CRD: namesIn(clusterAnswer(form, {}), /^(.+): Required value$/g),
    server: namesIn(await server.answer(form, {}), /"field":"([^"]+)"/g),
    OpenAPI: required ?? [],
    client: parts.filter((name) => !omitted.includes(name)),
    pages: fields.filter(({ name, isRequired }) => isRequired && parts.includes(name)).map(({ name }) => name),
    sample: Object.keys(sampleOf(universe, type, {}).value as object),
  };
}

test.each(["", "kubebuilder:validation:Optional"])(
  "all outputs require the same objects, in a package with the marker '%s'",
  async (marker) => {
    const folder = join(work, marker.replaceAll(":", "-"), "project");
    const { addToScheme, kinds } = await generatedTypes(folder, text, marker);
    const universe = await readUniverse(folder);
    const names = kinds.map(({ kind }) => kind);
    const server = new Server(group, version, addToScheme, names);
    expect(kinds.length).toBe(kindTypes.length);
    let count = 0;
    for (const form of kinds) {
      const { CRD = [], ...others } = await verdicts(universe, server, form);
      const own = text.slice(text.indexOf(`interface ${form.kind}T0 {`), text.indexOf(`interface ${form.kind} `));
      for (const [output, required] of Object.entries(others))
        expect({ output, required }, own).toEqual({ output, required: CRD });
      count += CRD.length;
    }
    // In the package with the marker, objects without a marker are optional.
    expect(count / kinds.length, "required objects of a kind").toBeGreaterThanOrEqual(marker === "" ? 0.5 : 0);
    expect(count / kinds.length, "required objects of a kind").toBeLessThan(marker === "" ? typesOfKind - 0.5 : 1);
  },
);
