import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { corpora } from "../generators/corpora.js";
import { writeFiles } from "../generators/run-generated.js";
import { parseCase } from "../golden/case-text.js";
import { runIn } from "../golden/cases.js";

/**
 * Generates the code of servers and the CRDs of Kubernetes' own groups. The groups of some versions
 * are in this repository; the others are in the folder that CORPORA names.
 */
export async function generateGroups(work: string): Promise<void> {
  const files = [...translated(), ...versionsBelow(corpora)];
  writeFiles(work, {
    ...Object.fromEntries(files.map(([path, text]) => [`apis/${path}`, withCRDs(path, text)])),
    "codegen.config.json": JSON.stringify({ paths: ["apis"], generators }),
  });
  const { report, status } = await runIn(work);
  const problems = report.problems.filter(({ code, severity }) => severity === "error" || code === "crd/lost-rule");
  if (status !== 0 || problems.length > 0)
    throw new Error(problems.map(({ file, line, code, message }) => `${file}:${line} ${code}: ${message}`).join("\n"));
}

const generators = ["register", "deepcopy", "defaults", "schema", "validation", "fuzz", "crd"];

function translated(): Iterable<readonly [string, string]> {
  const file = join(import.meta.dirname, "../corpus/validation-gen/kubernetes-packages.txt");
  return parseCase(readFileSync(file, "utf8")).input;
}

function versionsBelow(folder: string | undefined): readonly (readonly [string, string])[] {
  if (folder === undefined) return [];
  const types = join(folder, "kubernetes");
  return readdirSync(types, { recursive: true, encoding: "utf8" })
    .filter((path) => /^\w+\/v\w+\/\w+\.ts$/.test(path))
    .map((path) => [path, readFileSync(join(types, path), "utf8")]);
}

/**
 * Returns a file of types or markers as that of another group, of which each version is a group of
 * its own: CRDs of Kubernetes' groups need an approval, and CRDs of several versions a stored one.
 */
function withCRDs(path: string, text: string): string {
  const [group = "", version = ""] = path.split("/");
  const renamed = `${version}.${group}.example.com`;
  const changed = changes
    .filter(([of]) => of === "" || of === group)
    .reduce((before, [, from, to]) => before.replaceAll(from, to), text)
    .replace(/\+groupName=\S*/, `+groupName=${renamed}`)
    .replace(/(?<=extends TypeMeta<")[^"]*/g, `${renamed}/${version}`);
  const kinds = [...changed.matchAll(kind)].map(([, , , name = ""]) => name);
  const withRoots = changed.replace(kind, (_, comment: string | undefined, rest: string) =>
    comment === undefined ? `/** ${root} */\n${rest}` : `\n * ${root}\n */\n${rest}`,
  );
  const withoutLists = kinds.filter((name) => !text.includes(`interface ${name}List `));
  return withRoots + withoutLists.map((name) => listOf(name, `${renamed}/${version}`)).join("");
}

/** Returns the type of lists of a kind, which a server needs. */
function listOf(kindName: string, apiVersion: string): string {
  return `
import type { ListMeta as MetadataOf${kindName}List } from "@apimachinery/runtime";
export interface ${kindName}List extends TypeMeta<"${apiVersion}", "${kindName}List"> {
  metadata: MetadataOf${kindName}List;
  items: ${kindName}[];
}
`;
}

/** Changes of types that no CRD can describe: the group, a part of its types, the replacement. */
const changes: readonly (readonly [string, RegExp, string])[] = [
  // A key of a list must be required.
  ["flowcontrol", / {2}\/\*\* \+omitzero \*\/\n {2}type\?(?=: \w+ConditionType)/g, "  type"],
  ["core", /.*listType=map\n.*listMapKey=name\n(?=.*omitzero\n.*\n {2}secrets\?)/g, ""],
  // A type cannot contain itself.
  ["scheduling", /(?<= {2}podGroupTemplates\?: PodGroupTemplate\[\];\n)[^}]*compositePodGroupTemplates\?.*\n/g, ""],
  ["", /^ \* \+k8s:conversion-gen=.*\n/gm, ""],
  // A server applies defaults, and rules that follow from types.
  ["", /\+k8s:validation-gen:infer=none/g, "+k8s:defaulter-gen=TypeMeta"],
  // Rules that are alpha are not enforced.
  ["", /\+k8s:alpha(?:(?! \*\/).)*/g, ""],
  // No CRD has rules of options, and few formats. The rules of enabled options apply always.
  [
    "",
    /\+k8s:(?:(?! \*\/).)*(?:ifDisabled|format=k8s-(?!(?:short|long)-name(?!-))|eachKey=\+k8s:format|subfield).*?(?= \*\/|$)/gm,
    "",
  ],
  ["", /k8s:ifEnabled\([^)]*\)=\+/g, ""],
  // The costs of rules for longer lists are above the limit of API servers.
  ["resource", /(?<=\+k8s:maxItems=)\d+/g, "2"],
  ["scheduling", /(?<=\+k8s:maxItems=)\d+/g, "2"],
  ["resource", / \*\/(?=\n {2}devices\?: (?:Device|AllocatedDeviceStatus)\[\])/g, "\n * +k8s:maxItems=2 */"],
  ["resource", / \*\/(?=\n {2}attributes\?: Record)/g, "\n * +k8s:maxProperties=2 */"],
];

const root = "+kubebuilder:object:root=true";

/**
 * The declaration of a kind up to its metadata, and the end of its comment. A Scale has a path only
 * below other objects, and the path of a Namespace is that of the objects in it.
 */
const kind =
  /( \*\/\n)?(export interface (?!Namespace |Scale )(\w+) extends TypeMeta<[^{]*\{(?:\n {2}\/\*\*[^/]*\*\/)?\n {2}metadata\??: ObjectMeta;)/g;
