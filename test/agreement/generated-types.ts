import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Scheme } from "@apimachinery/runtime";
import { parse } from "yaml";
import type { CRD } from "../../runtime/crd/index.js";
import { writeFiles } from "../generators/run-generated.js";
import { runIn, type ReportedProblem } from "../golden/cases.js";
import type { BothForms } from "./answers.js";
import { formsOf } from "./forms.js";
import { group, typesText, version } from "./small-types.js";

export interface GeneratedTypes {
  readonly addToScheme: (scheme: Scheme) => void;
  readonly kinds: readonly BothForms[];
  readonly problems: readonly ReportedProblem[];
  /** The kinds with a warning that the CRD lacks a rule. */
  readonly reported: ReadonlySet<string>;
  /** The greatest estimated cost of the CEL rules of each kind that has some. */
  readonly costs: ReadonlyMap<string, number>;
}

/**
 * Generates the code of types in a folder, and imports the result.
 * @param marker a marker of the package
 */
export async function generatedTypes(work: string, types = typesText(), marker = ""): Promise<GeneratedTypes> {
  writeFiles(work, {
    "codegen.config.json": `{ "paths": ["."] }\n`,
    [`apis/agreement/${version}/doc.ts`]: `/**\n * +k8s:defaulter-gen=TypeMeta\n * +groupName=${group}\n${marker === "" ? "" : ` * +${marker}\n`} */\nexport {};\n`,
    [`apis/agreement/${version}/types.ts`]: types,
  });
  const { report, status } = await runIn(work);
  const { problems } = report;
  if (status !== 0)
    throw new Error(
      problems
        .filter(({ severity }) => severity === "error")
        .map(({ line, code, message }) => `${line} ${code}: ${message}`)
        .join("\n"),
    );
  const apis = join(work, "apis/agreement");
  const { Install: addToScheme } = (await import(join(apis, "zz_generated.install.ts"))) as {
    readonly Install: (scheme: Scheme) => void;
  };
  const schemas = (await import(join(apis, version, "zz_generated.schema.ts"))) as Readonly<Record<string, unknown>>;
  const folder = join(work, "generated/crds");
  const kinds = readdirSync(folder)
    .filter((name) => name.startsWith(group))
    .map((name) => parse(readFileSync(join(folder, name), "utf8")) as CRD)
    .flatMap((crd) => formsOf(crd, { group, version }, schemas));
  const lines = types.split("\n");
  const kindAt = (line: number): string => {
    const before = lines.slice(0, line).findLast((text) => /^export interface \w+ extends TypeMeta/.test(text)) ?? "";
    return /interface (\w+?)(?:List)? /.exec(before)?.[1] ?? "";
  };
  const reported = new Set(problems.flatMap(({ code, line }) => (code === "crd/lost-rule" ? [kindAt(line)] : [])));
  const costs = new Map<string, number>();
  for (const { code, line, message } of problems) {
    const cost = code === "cel/cost" ? Number(/is (\d+)/.exec(message)?.[1] ?? 0) : 0;
    if (cost > (costs.get(kindAt(line)) ?? 0)) costs.set(kindAt(line), cost);
  }
  return { addToScheme, kinds, problems, reported, costs };
}
