import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { namesProject, output } from "./names-project.js";
import { runHere } from "./run-here.js";

/** Returns the code of a custom generator whose function `plan` has the given body. */
function plugin(plan: string, more = ""): string {
  return `const folder = "apis/group/v1";
export const generator = {
  name: "names",
  description: "x",
  outputs: { names: "zz_generated.names.ts" },
  markers: [],
  templates: new URL("./templates/", import.meta.url),${more}
  plan() {
    ${plan}
  },
};
`;
}

const file = `package: folder, path: "${output}", template: "names", view: { names: [] }`;

describe("a mistake in a plug-in is a problem that names the plug-in, the file and the line", () => {
  test.each<readonly [string, string, string, RegExp]>([
    [
      "an exception",
      plugin(`throw new Error("no luck");`),
      "",
      /^names\/generator.js:9:11 error plugin\/failed: the plug-in .\/names\/generator.js \(generator names\) failed: no luck\n/,
    ],
    [
      "a TypeError",
      plugin(`return undefined.files;`),
      "",
      /^names\/generator.js:9:\d+ error plugin\/failed: the plug-in .\/names\/generator.js /,
    ],
    [
      "no plan",
      plugin(`return undefined;`),
      "",
      /^names\/generator.js:1:1 error plugin\/failed: .* plan returned undefined instead of \{ files, problems \}\n/,
    ],
    [
      "a file without exports",
      plugin(`return { files: [{ ${file} }], problems: [] };`),
      "",
      /failed: "exports" of files\[0\] of the plan \(apis\/group\/v1\/zz_generated.names.ts\) is not a list of strings\n/,
    ],
    [
      "a problem without a position",
      plugin(`return { files: [], problems: [{ code: "names/x", severity: "error", message: "m" }] };`),
      "",
      /failed: problems\[0\] of the plan \(names\/x\) has no "position"/,
    ],
    [
      "a problem with a code that the generator does not define",
      plugin(
        `const position = { file: folder + "/types.ts", line: 1, column: 1 };
         return { files: [], problems: [{ code: "names/x", severity: "error", message: "m", position }] };`,
        `\n  problems: [{ area: "names", rule: "Types have names.", rows: {} }],`,
      ),
      "",
      /failed: problems\[0\] of the plan has the code names\/x, which the generator's "problems" do not define\n/,
    ],
    ...[
      ["no list", `{}`, /failed: "problems" is not a list\n/] as const,
      ["no table", `[7]`, /failed: problems\[0\] is not a table of defineProblems\n/] as const,
      ["no rule", `[{ area: "names", rows: {} }]`, /failed: problems\[0\] has no string property "rule"\n/] as const,
      [
        "a code of another area",
        `[{ area: "names", rule: "x", rows: { "other/x": {} } }]`,
        /failed: problems\[0\] \(other\/x\) does not begin with the area of its table\n/,
      ] as const,
      [
        "an incomplete row",
        `[{ area: "names", rule: "x", rows: { "names/x": { severity: "error" } } }]`,
        /failed: problems\[0\] \(names\/x\) has no string property "meaning"\n/,
      ] as const,
    ].map(
      ([what, problems, expected]) =>
        [
          `problem codes with ${what}`,
          plugin(`return { files: [], problems: [] };`, `\n  problems: ${problems},`),
          "",
          expected,
        ] as const,
    ),
    [
      "a report without violations",
      plugin(`return { files: [], problems: [], report: { file: "x.list" } };`),
      "",
      /failed: "report" of the plan is not an object with "file" and "violations"/,
    ],
    [
      "a report outside of the project",
      plugin(`return { files: [], problems: [], report: { file: "../x.list", violations: [] } };`),
      "",
      /failed: "report.file" of the plan \(..\/x.list\) is not a path in the project/,
    ],
    [
      "a violation without a problem",
      plugin(
        `const names = { rule: "x", package: folder, type: "X", field: "" };
         return { files: [], problems: [], report: { file: "x.list", violations: [names] } };`,
      ),
      "",
      /failed: report.violations\[0\].problem of the plan is not an object/,
    ],
    [
      "an unknown key without the valid keys",
      plugin(`return { files: [], problems: [], unknownKeys: [{ option: "x", key: "y", wanted: "a name" }] };`),
      "",
      /failed: "known" of unknownKeys\[0\] is not a list of strings/,
    ],
    [
      "a problem of an option without a path",
      plugin(
        `return { files: [], problems: [], optionProblems: [{ code: "names/x", severity: "error", message: "no" }] };`,
      ),
      "",
      /failed: "path" of optionProblems\[0\] is not a list/,
    ],
    [
      "a value that the view does not have",
      plugin(`return { files: [{ ${file}, exports: [] }], problems: [] };`),
      "\n  {{nope}}\n",
      /^names\/templates\/names.hbs:2:3 error plugin\/failed: .* failed when it printed apis\/group\/v1\/zz_generated.names.ts: the view has no value "nope"\n/,
    ],
    [
      "a template that does not parse",
      plugin(`return { files: [{ ${file}, exports: [] }], problems: [] };`),
      "\n\n{{#each names}}\n",
      /^names\/templates\/names.hbs:\d+:1 error plugin\/failed: .*Parse error on line/,
    ],
    [
      "no template",
      plugin(`return { files: [{ ${file.replace(`"names",`, `"other",`)}, exports: [] }], problems: [] };`),
      "",
      /^names\/generator.js:1:1 error plugin\/failed: .* the template other does not exist in /,
    ],
    [
      "a path outside of the project",
      plugin(`return { files: [{ ${file.replace(output, "../../etc.ts")}, exports: [] }], problems: [] };`),
      "",
      /failed: files\[0\] of the plan \(..\/..\/etc.ts\) is not a path in the project/,
    ],
    [
      "an absolute path",
      plugin(`return { files: [{ ${file.replace(output, "/tmp/etc.ts")}, exports: [] }], problems: [] };`),
      "",
      /is not a path in the project/,
    ],
    [
      "an unknown generator in after",
      plugin(`return { files: [], problems: [] };`, `\n  after: ["shema"],`),
      "",
      /^codegen.config.json:1:18 error config\/generator: "after" of .\/names\/generator.js names the generator shema, which does not exist\n {4}did you mean "schema"\?/,
    ],
  ])("%s", async (_what, generator, template, expected) => {
    const root = namesProject({ "names/generator.js": generator, "names/templates/names.hbs": template });
    const { stderr, status } = await runHere(root, []);
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch("a bug in codegen");
    expect(status).toBe(1);
    expect(existsSync(join(root, output))).toBe(false);
    expect(existsSync(join(root, "../../etc.ts"))).toBe(false);
  });
});

describe("a malformed marker of a plug-in is a problem that names the plug-in", () => {
  const entry = `name: "acme:x", places: ["package"], value: "none", description: "x", example: "+acme:x", owner: "names"`;
  const configured =
    /^codegen.config.json:1:18 error plugin\/failed: the plug-in .\/names\/generator.js \(generator names\) failed: (.*)\n {4}the mistake is in the plug-in, not in the types\n/;
  test.each([
    ["null", "markers[0] is not an object"],
    [`{ ${entry} }, "acme:y"`, "markers[1] is not an object"],
    [`{ ${entry.replace(`name: "acme:x", `, "")} }`, `markers[0] has no string property "name"`],
    [
      `{ ${entry.replace(`"acme:x"`, `"+acme:x"`)} }`,
      "markers[0] (+acme:x) has a name with characters that are not allowed in names of markers",
    ],
    [`{ ${entry.replace(`"none"`, "7")} }`, `markers[0] (acme:x) has no string property "value"`],
    [
      `{ ${entry.replace(`["package"]`, `"package"`)} }`,
      `markers[0] (acme:x) needs a list "places" of package, type, field, function, constant`,
    ],
    [
      `{ ${entry.replace(`["package"]`, `["toString"]`)} }`,
      `markers[0] (acme:x) needs a list "places" of package, type, field, function, constant`,
    ],
    [`{ ${entry}, repeatable: "yes" }`, `markers[0] (acme:x) has a "repeatable" whose value is neither true nor false`],
    [`{ ${entry}, endings: [1] }`, `markers[0] (acme:x) has an "endings" that is not a list of strings`],
    [`{ ${entry}, exampleOn: null }`, `markers[0] (acme:x) has an "exampleOn" that is not an object of strings`],
    [
      `{ ${entry}, namesFolder: true }`,
      `markers[0] (acme:x) needs "namesFolder" to be one of hub, types, input, reference`,
    ],
    [`{ ${entry}, check: "x" }`, `markers[0] (acme:x) has a "check" that is not a function`],
  ])("%s", async (markers, expected) => {
    const generator = plugin(`return { files: [], problems: [] };`).replace("markers: []", `markers: [${markers}]`);
    const { stderr, status } = await runHere(namesProject({ "names/generator.js": generator }), []);
    expect([configured.exec(stderr)?.[1], status]).toEqual([expected, 1]);
  });

  test.each([
    [
      `() => { throw new Error("no luck"); }`,
      /^names\/generator.js:6:\d+ error plugin\/failed: the plug-in .\/names\/generator.js \(generator names\) failed: no luck\n/,
    ],
    [
      "() => 7",
      /^names\/generator.js:1:1 error plugin\/failed: .* failed: the check of \+acme:x returned number instead of undefined, a string or \{ fault, instead \}\n/,
    ],
  ])("a check that is %s", async (check, expected) => {
    const generator = plugin(`return { files: [], problems: [] };`).replace(
      "markers: []",
      `markers: [{ ${entry}, check: ${check} }]`,
    );
    const { stderr, status } = await runHere(
      namesProject({ "names/generator.js": generator, "apis/group/v1/doc.ts": "/**\n * +acme:x\n */\nexport {};\n" }),
      [],
    );
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch("a bug in codegen");
    expect(status).toBe(1);
  });
});

test("the options of a plug-in are checked if the plug-in lists its options", async () => {
  const configured = (options: string): string =>
    `{ "generators": ["./names/generator.js"], "options": { "names": ${options} } }\n`;
  const listed = `\n  options: { prefix: { kind: "text", description: "x" }, more: { kind: "folders", description: "y" }, on: { kind: "boolean", description: "z" } },`;
  const run = async (options: string, more: string): Promise<string> =>
    (
      await runHere(
        namesProject({
          "codegen.config.json": configured(options),
          "names/generator.js": plugin("return { files: [], problems: [] };", more),
        }),
        [],
      )
    ).stderr;
  expect(await run(`{ "anything": 1 }`, "")).toBe("");
  expect(await run(`{ "prefix": "x", "more": ["apis/group/v1"], "on": true }`, listed)).toBe("");
  expect(await run(`{ "prefx": "x" }`, listed)).toMatch(
    /^codegen.config.json:1:67 error config\/unknown-option: unknown option "prefx" of the generator names\n {4}did you mean "prefix"\?/,
  );
  expect(await run(`{ "prefix": 1 }`, listed)).toMatch(
    "error config/wrong-value: options.names.prefix must be a string that is not empty",
  );
  expect(await run(`{ "on": 1 }`, listed)).toMatch("options.names.on must be true or false");
  expect(await run(`{ "more": "apis" }`, listed)).toMatch("options.names.more must be a list of folders");
  expect(await run(`{ "more": [7] }`, listed)).toMatch("options.names.more.0 must be a string that is not empty");
  expect(await run(`{ "more": ["apis/gruop"] }`, listed)).toMatch(
    /error config\/no-such-folder: the folder apis\/gruop does not exist\n {4}did you mean apis\/group\?/,
  );
});
