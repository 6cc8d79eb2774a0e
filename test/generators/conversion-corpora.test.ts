import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { conversion } from "../../generators/conversion/index.js";
import { corpora, loadKubernetes, planOf } from "./corpora.js";

interface Expected {
  readonly autoConvert: readonly string[];
  readonly convert: readonly string[];
  readonly handWritten: readonly { readonly name: string; readonly hasAutoConvert: boolean }[];
  readonly unconverted: readonly { readonly function: string; readonly property: string; readonly kind: string }[];
}

test.skipIf(corpora === undefined)(
  "conversions and lost fields of Kubernetes' groups are the same as Go's (skipped unless CORPORA names the folder)",
  () => {
    const { files, problems } = planOf(conversion, loadKubernetes());
    const reported = new Set(
      problems.filter(({ severity }) => severity === "error").flatMap(({ message }) => lostFields(message)),
    );
    const expectedLosses = new Set<string>();
    let compared = 0;
    for (const { package: id, exports } of files) {
      const expected = expectedOf(id);
      const functions = [
        ...expected.autoConvert,
        ...expected.convert,
        ...expected.handWritten.filter((fn) => fn.hasAutoConvert).map((fn) => fn.name),
      ];
      const wanted = functions.filter((name) => !name.includes("url_Values"));
      compared += wanted.length;
      expect({ id, exports: [...exports].sort() }).toEqual({ id, exports: [...wanted].sort() });
      for (const lost of expected.unconverted.filter(({ kind }) => kind === "manual")) {
        expectedLosses.add(`${lost.function.replace("autoConvert_", "")} ${lost.property}`);
      }
    }
    expect([...reported].sort()).toEqual([...expectedLosses].sort());
    console.log(
      `${String(compared)} functions in ${String(files.length)} folders, ${String(expectedLosses.size)} fields that hand-written functions convert`,
    );
  },
);

function expectedOf(id: string): Expected {
  return (JSON.parse(readFileSync(join(corpora ?? "", id, "expected.json"), "utf8")) as { conversion: Expected })
    .conversion;
}

/**
 * Returns the conversions and the lost fields that a message names, in the form
 * `v1_Pizza_To_menu_Pizza size`. Returns an empty list for other messages.
 */
function lostFields(message: string): string[] {
  const [, source, single] = /^(?:\d+ of \d+ fields of )?(\w+\.\w+)(?:\.(\w+))? /.exec(message) ?? [];
  const [, target, several] = /(?:no peer in |, but )(\w+\.\w+)(?:: (.*))?/.exec(message) ?? [];
  const fields = single === undefined ? several?.split(", ") : [single];
  if (source === undefined || target === undefined || fields === undefined) return [];
  return fields.map((field) => `${source.replace(".", "_")}_To_${target.replace(".", "_")} ${field}`);
}
