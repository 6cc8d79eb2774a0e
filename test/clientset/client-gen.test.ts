import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { allVerbs, verbsWithoutStatus } from "@apimachinery/client/typed";
import { runHere } from "../cmd/run-here.js";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";

/** A kind, and the methods that Go's client-gen declares for it. */
interface RecordedKind {
  readonly kind: string;
  readonly hasStatus: boolean;
  readonly markers: readonly string[];
  readonly getter: string;
  readonly methods: readonly string[];
}

const { kinds } = JSON.parse(readFileSync(new URL("client-gen.json", import.meta.url), "utf8")) as {
  readonly kinds: readonly RecordedKind[];
};

const typesOf = ({ kind, hasStatus, markers }: RecordedKind): string => `
/**
 * +genclient
${markers.map((marker) => ` * ${marker}\n`).join("")} */
export interface ${kind} extends TypeMeta<"shop.example.com/v1", "${kind}"> {
  metadata: ObjectMeta;${hasStatus ? "\n  status: Status;" : ""}
}
export interface ${kind}List extends TypeMeta<"shop.example.com/v1", "${kind}List"> {
  metadata: ListMeta;
  items: ${kind}[];
}
`;

/** Generates clients of all recorded kinds. */
async function generate(): Promise<string> {
  const root = temporaryFolder({
    "package.json": `{ "type": "module" }\n`,
    "apis/shop/v1/doc.ts": `/**\n * +k8s:deepcopy-gen=package\n * +groupName=shop.example.com\n *\n * @packageDocumentation\n */\nexport {};\n`,
    "apis/shop/v1/types.ts": `import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";
export interface Status { count: int32 }
export interface Scale extends TypeMeta<"shop.example.com/v1", "Scale"> { metadata: ObjectMeta; replicas: int32 }
export interface ScaleList extends TypeMeta<"shop.example.com/v1", "ScaleList"> { metadata: ListMeta; items: Scale[] }
${kinds.map(typesOf).join("")}`,
  });
  mkdirSync(join(root, "node_modules/@apimachinery"), { recursive: true });
  for (const name of ["runtime", "client"])
    symlinkSync(
      fileURLToPath(new URL(`../../${name}`, import.meta.url)),
      join(root, "node_modules/@apimachinery", name),
    );
  expect(await runHere(root, [])).toMatchObject({ status: 0 });
  return readTree(root)["generated/clientset/shop.example.com/v1.ts"] ?? "";
}

/** Arguments of the methods of a client, as `client-gen.json` writes them. */
const argumentsOf: Readonly<Record<string, string>> = {
  create: "object, options",
  update: "object, options",
  updateStatus: "object, options",
  delete: "name, options",
  deleteCollection: "options, options",
  get: "name, options",
  list: "options",
  watch: "options",
  patch: "name, patch, options",
  apply: "object, options",
  applyStatus: "object, options",
  GetMethod: "name, options",
  ListMethod: "options",
  ListSubresource: "name, options",
  PatchMethod: "name, patch, options",
  WriteMethod: "object, options",
  WriteSubresource: "name, object, options",
  ApplyMethod: "object, options",
  ApplySubresource: "name, object, options",
};

/** Returns the generated methods of a kind with their arguments, sorted. */
function methodsOf(generated: string, kind: string): string[] {
  const [, listed = "[]"] =
    new RegExp(`kind: Kinds\\.${kind},[^{}]*?verbs: (\\[[^\\]]*\\]|\\w+)`).exec(generated) ?? [];
  const verbs =
    listed === "allVerbs"
      ? allVerbs
      : listed === "verbsWithoutStatus"
        ? verbsWithoutStatus
        : (JSON.parse(listed.replace(/,\s*\]/, "]")) as string[]);
  const [, type = ""] = new RegExp(`export type ${kind}Client =([^]*?);\\n\\n`).exec(generated) ?? [];
  const own = [...type.matchAll(/readonly (\w+): (\w+)</g)].map(
    ([, name = "", of = ""]) => `${name}(${argumentsOf[of] ?? of})`,
  );
  return [...verbs.map((verb) => `${verb}(${argumentsOf[verb] ?? ""})`), ...own].sort();
}

const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

test("the clients have the names, the namespaces and the methods of Go's client-gen", async () => {
  const generated = await generate();
  for (const { kind, getter, methods } of kinds) {
    const [name, namespace] = [getter.replace(/\(.*/, ""), getter.includes("(namespace)") ? "Namespaced" : "Cluster"];
    expect(generated).toMatch(new RegExp(`readonly ${lowerFirst(name)}: ${namespace}Resource<\\w+, ${kind}Client>`));
    expect(methodsOf(generated, kind), kind).toEqual(methods.map(lowerFirst).sort());
  }
  expect(kinds.map(({ methods }) => methods.length)).toContain(11);
});
