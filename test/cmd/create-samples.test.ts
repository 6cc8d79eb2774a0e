import { expect, test } from "vitest";
import { readTree } from "../engine/temporary-folder.js";
import { apiProject, groupDoc, kind } from "./api-project.js";
import { runHere } from "./run-here.js";

/** Returns the spec in the sample of a kind whose spec has the given fields. */
async function sampleOf(fields: string, more = ""): Promise<string> {
  const apiVersion = "shop.example.com/v1";
  const text = kind(apiVersion, "Pizza", "  spec: Spec;").replace("{ ObjectMeta", "{ ListMeta, ObjectMeta, int32");
  const root = apiProject({
    "apis/shop/v1/doc.ts": groupDoc("shop.example.com"),
    "apis/shop/v1/types.ts": `${text}
export interface Spec {
${fields}
}
${more}
export interface PizzaList extends TypeMeta<"${apiVersion}", "PizzaList"> { metadata: ListMeta; items: Pizza[] }
`,
  });
  expect(await runHere(root, ["create", "server"])).toMatchObject({ stderr: "", status: 0 });
  const sample = readTree(root)["samples/pizza.yaml"] ?? "";
  const [above = "", spec = ""] = sample.split("spec:\n");
  return `${above.split("apiVersion")[0] ?? ""}${spec}`;
}

test.each([
  ["string", "k8s:format=k8s-uuid", `"123e4567-e89b-42d3-a456-426614174000"`],
  ["string", "k8s:format=k8s-extended-resource-name", "example.com/example"],
  ["string", "kubebuilder:validation:Format=ipv4", `"192.0.2.1"`],
  ["string", "kubebuilder:validation:Format=date-time", `"2026-01-01T00:00:00Z"`],
  ["string", "kubebuilder:validation:MinLength=9", "example-e"],
  ["string", "k8s:maxLength=3", "exa"],
  ["string", `k8s:alpha=+k8s:neq="example"`, "Example"],
  ["string", "kubebuilder:validation:Pattern=`^[a-z]+$`", "example"],
  ["int32", "kubebuilder:validation:MultipleOf=7", "7"],
  ["int32", "kubebuilder:validation:Maximum=-3", "-3"],
  ["int32", "k8s:alpha=+k8s:neq=1", "2"],
  ["string[]", "k8s:maxItems=0", "[]"],
  ["string[]", "kubebuilder:validation:MinItems=2", "\n    - example\n    - example"],
  ["int32[]", "k8s:eachVal=+k8s:minimum=4", "\n    - 4"],
  ["string[]", "kubebuilder:validation:items:MinLength=9", "\n    - example-e"],
  ["Record<string, int32>", "kubebuilder:validation:MinProperties=1", "\n    example: 1"],
  ["boolean", "k8s:alpha=+k8s:neq=true", "false"],
])("a sample has a valid value for a field of type %s with +%s", async (type, marker, value) => {
  expect(await sampleOf(`  /** +${marker} */\n  x: ${type};`)).toBe(
    `  x:${value.startsWith("\n") ? "" : " "}${value}\n`,
  );
});

test("a sample respects several markers of one field, and the markers of aliases", async () => {
  const exclusive =
    "  /**\n   * +kubebuilder:validation:Minimum=5\n   * +kubebuilder:validation:ExclusiveMinimum=true\n   */\n";
  expect(await sampleOf(`${exclusive}  x: int32;`)).toBe("  x: 6\n");
  const small = "/** +k8s:maximum=0 */\nexport type Small = int32;";
  expect(await sampleOf("  one: Small;\n  several: Small[];", small)).toBe("  one: 0\n  several:\n    - 0\n");
});

test("the items of a set, and of a list with keys, are different", async () => {
  const set = "  /**\n   * +kubebuilder:validation:MinItems=2\n   * +listType=set\n   */\n";
  const map = set.replace("set\n", "map\n   * +listMapKey=name\n");
  const part = "export interface Part { name: string; amount: int32 }";
  expect(await sampleOf(`${set}  a: string[];\n${set}  b: ("x" | "y" | "z")[];\n${map}  c: Part[];`, part)).toBe(`  a:
    - example
    - example-2
  b:
    - x
    - "y"
  c:
    - name: example
      amount: 1
    - name: example-2
      amount: 1
`);
});

test("a sample sets one member of each union, and its discriminator", async () => {
  const types = `
export interface Plain {
  /** +k8s:unionMember */
  a?: string;
  /** +k8s:unionMember */
  b?: string;
}
export interface Named {
  /** +k8s:beta=+k8s:unionDiscriminator */
  type: "B" | "A";
  /** +k8s:unionMember(memberName: "A") */
  a?: string;
  /** +k8s:unionMember(memberName: "B") */
  b?: string;
}
/** +kubebuilder:validation:ExactlyOneOf=x;y */
export interface OneOf { x?: string; y?: string }
`;
  expect(await sampleOf("  plain: Plain;\n  named: Named;\n  one: OneOf;", types)).toBe(`  plain:
    a: example
  named:
    type: A
    a: example
  one:
    x: example
`);
});

test.each([
  ["^[A-Z]+$", "A"],
  ["^[a-z]{3}-[0-9]+$", "aaa-0"],
  ["^(red|green)(-\\d{2})?$", "red"],
  ["^v\\d+\\.\\d+$", "v1.1"],
  ["^(?:x|y)[_\\-.]{1,3}\\w*$", "x_"],
  ["^[^a-z]+$", '"1"'],
  ["^(?i:abc)$", "abc"],
])("a sample matches the pattern %s", async (pattern, value) => {
  const marker = `  /** +kubebuilder:validation:Pattern=\`${pattern}\` */`;
  expect(await sampleOf(`${marker}\n  code: string;`)).toBe(`  code: ${value}\n`);
});

test.each(["^\\p{Lu}$", "^a{999}$", "^a{3}$` +k8s:maxLength=2"])(
  "a sample names a value that its author has to check: %s",
  async (rule) => {
    const [pattern = "", more] = rule.split("` ");
    const markers = [`+kubebuilder:validation:Pattern=\`${pattern}\``, ...(more === undefined ? [] : [more])];
    const comment = `  /**\n${markers.map((marker) => `   * ${marker}\n`).join("")}   */\n`;
    const sample = await sampleOf(`${comment}  code: string;`);
    expect(sample).toMatch(`# Check this value: spec.code must match ${pattern}\n  code: ex`);
  },
);
