import { describe, expect, test } from "vitest";
import type { Marker } from "../../engine/markers/marker.js";
import { loadSource } from "./load-source.js";

const shown = (markers: readonly Marker[]) =>
  markers.map(
    ({ name, value, position }) =>
      `${position.line}:${position.column} ${name}${value === undefined ? "" : `=${value}`}`,
  );

const typeOf = (source: string, name = "A") => {
  const { type, problems } = loadSource(source);
  const { markers, description } = type(name);
  return { markers: shown(markers), description, problems };
};

const fieldOf = (source: string) => {
  const { shape, problems } = loadSource(source);
  const found = shape("A");
  const field = found.kind === "object" ? found.fields[0] : undefined;
  return { markers: shown(field?.markers ?? []), description: field?.description, problems };
};

describe("markers of types", () => {
  test.each([
    ["a block on one line", "/** +genclient */\nexport interface A {}", ["1:5 genclient"]],
    [
      "a block with stars",
      "/**\n * Words.\n *\n * +genclient\n * +union\n */\nexport interface A {}",
      ["4:4 genclient", "5:4 union"],
    ],
    ["a block without stars", "/*\n  +genclient\n+union\n*/\nexport interface A {}", ["2:3 genclient", "3:1 union"]],
    ["lines", "// +genclient\n//+union\nexport interface A {}", ["1:4 genclient", "2:3 union"]],
    ["a block and lines", "/** +genclient */\n// +union\nexport interface A {}", ["1:5 genclient", "2:4 union"]],
    ["a detached block", "// +genclient\n\n/** Words. */\nexport interface A {}", ["1:4 genclient"]],
    ["only a detached block", "// +genclient\n\nexport interface A {}", ["1:4 genclient"]],
    [
      "several lines with the same marker",
      "/**\n * +genclient:method=A,verb=get\n * +genclient:method=B,verb=get\n */\nexport type A = string;",
      ["2:4 genclient:method=A,verb=get", "3:4 genclient:method=B,verb=get"],
    ],
    ["carriage returns", "/**\r\n * +genclient\r\n */\r\nexport interface A {}", ["2:4 genclient"]],
    [
      "carriage returns without line feeds",
      "/**\r * Words.\r * +genclient\r */\rexport interface A {}",
      ["3:4 genclient"],
    ],
    [
      "an escaped end of a comment in a block",
      "/**\n * +k8s:openapi-gen=x-a:*\\/5 *\\\\/\n */\nexport interface A {}",
      ["2:4 k8s:openapi-gen=x-a:*/5 *\\/"],
    ],
    [
      "the end of a comment in a line, in which a backslash is only a backslash",
      "// +k8s:openapi-gen=x-a:*/5 *\\/\nexport interface A {}",
      ["1:4 k8s:openapi-gen=x-a:*/5 *\\/"],
    ],
    [
      "declared without export, exported below",
      "/** +genclient */\ninterface A {}\nexport type { A };",
      ["1:5 genclient"],
    ],
  ])("%s", (_, source, markers) => {
    expect(typeOf(source)).toMatchObject({ markers, problems: [] });
  });

  test("a block two blank lines above a type belongs to no declaration", () => {
    expect(typeOf("// +genclient\n\n\nexport interface A {}")).toMatchObject({
      markers: [],
      problems: ["v1/types.ts:1:4 markers/unattached"],
    });
    expect(typeOf("// +genclient\n\n\n// Words.\nexport interface A {}")).toMatchObject({
      markers: [],
      problems: ["v1/types.ts:1:4 markers/unattached"],
    });
  });

  test("a marker above a class is reported, and those of an unused generic and an enum belong to no type", () => {
    expect(
      loadSource(
        "/** +union */\nexport interface Box<T> {\n  /** +optional */\n  t: T }\n/** +union */\nexport class C {}\n/** +union */\nexport enum E {}",
      ).problems,
    ).toEqual(["v1/types.ts:5:5 markers/unattached"]);
  });

  test("the markers of several declarations of an interface are combined", () => {
    expect(
      typeOf("/** +genclient */\nexport interface A { a: string }\n/** +union */\nexport interface A { b: string }")
        .markers,
    ).toEqual(["1:5 genclient", "3:5 union"]);
  });
});

describe("markers of fields", () => {
  test.each([
    ["a block", "export interface A {\n  /** +optional */\n  a: string;\n}", ["2:7 optional"]],
    [
      "lines",
      "export interface A {\n  // +optional\n  // +default=1\n  a: number;\n}",
      ["2:6 optional", "3:6 default=1"],
    ],
    [
      "on the field's line",
      "export interface A { /** +optional */ a: string; /** +required */ b: string }",
      ["1:26 optional"],
    ],
  ])("%s", (_, source, markers) => {
    expect(fieldOf(source)).toMatchObject({ markers, problems: [] });
  });

  test("a field has only the markers directly above it", () => {
    expect(fieldOf("export interface A {\n  // +optional\n\n  a: string;\n}")).toMatchObject({
      markers: [],
      problems: ["v1/types.ts:2:6 markers/unattached"],
    });
  });

  test.each([
    ["behind a field", "export interface A {\n  a: string; // +optional\n}", "v1/types.ts:2:17"],
    ["before the closing brace", "export interface A {\n  a: string;\n  // +optional\n}", "v1/types.ts:3:6"],
    ["at the end of the file", "export interface A { a: string }\n// +optional", "v1/types.ts:2:4"],
    [
      "above an import",
      '// +optional\nimport type { B } from "./b.js";\nexport interface A { a: string }',
      "v1/types.ts:1:4",
    ],
  ])("a marker %s belongs to no declaration", (_, source, position) => {
    expect(loadSource(source).problems).toEqual([`${position} markers/unattached`]);
  });
});

describe("markers of packages", () => {
  test("every comment of doc.ts belongs to the package", () => {
    const { universe } = loadSource({
      "v1/doc.ts": "// +groupName=g\n\n\n/** +k8s:openapi-gen=true */\nexport {};\n// +k8s:defaulter-gen=TypeMeta",
      "v1/types.ts": "",
    });
    expect(shown(universe.packages.v1?.markers ?? [])).toEqual([
      "1:4 groupName=g",
      "4:5 k8s:openapi-gen=true",
      "6:4 k8s:defaulter-gen=TypeMeta",
    ]);
    expect(universe.packages.v1?.position).toEqual({ file: "v1/doc.ts", line: 1, column: 1 });
  });

  test.each(["@file", "@packageDocumentation"])(
    "a comment that starts with %s belongs to the package, in any file",
    (tag) => {
      const { universe, problems } = loadSource(
        `\n/** ${tag} Words.\n * +groupName=g\n */\n\n/** +genclient */\nexport interface A {}`,
      );
      expect(problems).toEqual([]);
      expect(shown(universe.packages.v1?.markers ?? [])).toEqual(["3:4 groupName=g"]);
      expect(universe.packages.v1?.position).toEqual({ file: "v1/types.ts", line: 2, column: 1 });
    },
  );
});

describe("prose", () => {
  test("a description is the comment without its markers and JSDoc tags", () => {
    expect(
      typeOf(
        "/**\n * A is one.\n *\n * +genclient\n * It goes on.\n *   - indented\n * @deprecated use B\n * +union\n * still the tag's\n */\nexport interface A {}",
      ),
    ).toMatchObject({
      description: "A is one.\n\nIt goes on.\n  - indented",
      markers: ["4:4 genclient", "8:4 union"],
    });
    expect(typeOf("// One\n// two.\nexport interface A {}").description).toBe("One\ntwo.");
  });

  test.each([
    "+1 from me",
    "+ plus",
    "+anything goes",
    "+spam",
    "it is +optional",
    "a + b",
    "`+optional`",
    "+union of workers\n * and others".replace("+union", "+onion"),
  ])("`%s` is not a marker", (text) => {
    expect(typeOf(`/**\n * ${text}\n */\nexport interface A {}`)).toMatchObject({ markers: [], problems: [] });
  });

  test("code examples contain no markers", () => {
    expect(
      typeOf("/**\n * ```ts\n * +k8s:nothing\n * ```\n * @example\n * +k8s:nothing\n */\nexport interface A {}"),
    ).toMatchObject({ markers: [], problems: [] });
  });
});

describe("a known marker at the end of a line of text is reported", () => {
  const fieldWith = (comment: string) => fieldOf(`export interface A {\n  /** ${comment} */\n  a: string;\n}`);

  test.each(["Words. +optional", "Words +default=5", 'Words: +kubebuilder:validation:XValidation:rule="self != 5"'])(
    "%s",
    (comment) => {
      const column = 7 + comment.indexOf("+");
      expect(fieldWith(comment)).toMatchObject({
        markers: [],
        description: comment,
        problems: [`v1/types.ts:2:${column} markers/near-miss`],
      });
    },
  );

  test.each([
    "Set by `+optional`",
    "It is +optional",
    "As +optional says",
    "One +more",
    "C++ +1",
    "Words \\+optional",
    "a +optional +x",
  ])("not in %s", (comment) => {
    expect(fieldWith(comment).problems).toEqual([]);
  });
});
