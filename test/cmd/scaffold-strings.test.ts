import fc from "fast-check";
import ts from "typescript6";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { serverContainer } from "../../cmd/codegen/scaffold/server/container.js";
import { definitionFile, typeImport } from "../../cmd/codegen/scaffold/server/sources.js";
import type { ServedKind } from "../../cmd/codegen/scaffold/server/groups.js";
import { yamlOf } from "../../cmd/codegen/scaffold/server/yaml.js";
import { temporaryFolder } from "../engine/temporary-folder.js";

/** Strings that end comments, lines and literals. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...Array.from("\"'`\\\r\n\u0085\u2028\u2029#:-?{}[],&*!|>%@=~ \ta1")),
    fc.constantFrom("true", "*/", "${a}", ": ", " #", "- ", "---", "...", "0x1", "1e3", "null", "y"),
  ),
  maxLength: 8,
});

test.each(["1.1", "1.2"] as const)("YAML %s of a sample has the strings of the sample", (version) => {
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.array(hostile, { minLength: 1 }))), (value) => {
      const document = parseDocument(yamlOf({ spec: value }), { version });
      expect(document.errors).toEqual([]);
      expect(Object.entries((document.toJS() as { readonly spec: object }).spec)).toEqual(Object.entries(value));
    }),
  );
});

test("the names of a server and of its files are strings of its code", () => {
  fc.assert(
    fc.property(hostile, hostile, (name, folder) => {
      const typeFile = `apis/${folder}/types.ts`;
      const kind = { name: "Pizza", typeName: "Pizza", strategy: "pizzaStrategy", resource: "pizzas", typeFile };
      const group = {
        name: "a.example.com",
        identifier: "a",
        installFile: typeFile,
        kindsFile: typeFile,
        versionFile: typeFile,
        hasSeveralVersions: true,
        kinds: [kind as Partial<ServedKind> as ServedKind],
      };
      const { text } = definitionFile({ name, groups: [group] });
      const { diagnostics = [], outputText } = ts.transpileModule(text, { reportDiagnostics: true });
      expect(diagnostics).toEqual([]);
      expect(outputText).toContain("export const definition = {");
      const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2022);
      expect(file.statements.filter(ts.isImportDeclaration)).toHaveLength(5);
      expect(file.statements).toHaveLength(7);
      const imported = ts.createSourceFile("b.ts", typeImport(group.kinds[0] as ServedKind), ts.ScriptTarget.ES2022);
      const [first, ...others] = imported.statements;
      expect([first !== undefined && ts.isImportDeclaration(first), others]).toEqual([true, []]);
    }),
    { numRuns: 40 },
  );
});

test("a path of a package in package.json is one argument of the Dockerfile", () => {
  const paths = ["packages/a.tgz", "my packages/b.tgz", "--from=other/c.tgz", "$HOME/d.tgz", 'e"f/g.tgz'];
  const dependencies = Object.fromEntries(paths.map((path, index) => [`p${String(index)}`, `file:${path}`]));
  const root = temporaryFolder({ "package.json": JSON.stringify({ dependencies }) });
  const lines = serverContainer(root, false).file.text.match(/^COPY (\[|packages).*$/gm);
  expect(lines).toEqual([
    String.raw`COPY ["\\$HOME", "./\\$HOME/"]`,
    'COPY ["--from=other", "./--from=other/"]',
    String.raw`COPY ["e\"f", "./e\"f/"]`,
    'COPY ["my packages", "./my packages/"]',
    "COPY packages ./packages/",
  ]);
});
