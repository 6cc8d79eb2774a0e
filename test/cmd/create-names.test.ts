import { describe, expect, test } from "vitest";
import { readTree, temporaryFolder } from "../engine/temporary-folder.js";
import { runHere } from "./run-here.js";

const api = (group: string, version: string, kind: string, ...more: readonly string[]) => [
  ...["create", "api", "--group", group, "--version", version, "--kind", kind],
  ...more,
];
const cafe = "cafe.example.com";

/** Creates a project by commands. */
async function projectOf(...commands: readonly (readonly string[])[]): Promise<string> {
  const root = temporaryFolder({ "package.json": "{}" });
  for (const command of commands) expect(await runHere(root, command)).toMatchObject({ status: 0, stderr: "" });
  return root;
}

/** Runs a command that is refused, and returns its message without the name of the command. */
async function refusal(root: string, command: readonly string[]): Promise<string> {
  const before = readTree(root);
  const { stdout, stderr, status } = await runHere(root, command);
  expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
  expect(readTree(root)).toEqual(before);
  return stderr.replace(/^codegen: /, "").trimEnd();
}

describe("create api proposes a valid name in place of an invalid one", () => {
  const [group, version, kind] = [
    "is not a valid group: use a DNS name in lower case, such as",
    "is not a valid version",
    "is not a valid name of a kind",
  ];
  test.each([
    ["Cafe.Example.com", "v1", "Coffee", `"Cafe.Example.com" ${group} cafe.example.com`],
    ["my_cafe.example.com", "v1", "Coffee", `"my_cafe.example.com" ${group} my-cafe.example.com`],
    ["https://cafe.example.com/v1", "v1", "Coffee", `"https://cafe.example.com/v1" ${group} cafe.example.com`],
    ["", "v1", "Coffee", `"" ${group} restaurant.example.com`],
    ["..", "v1", "Coffee", `".." ${group} restaurant.example.com`],
    [cafe, "1", "Coffee", `"1" ${version}: use a name such as v1`],
    [cafe, "1.0", "Coffee", `"1.0" ${version}: use a name such as v1`],
    [cafe, "V2", "Coffee", `"V2" ${version}: use a name such as v2`],
    [cafe, "v1beta", "Coffee", `"v1beta" ${version}: use a name such as v1beta1`],
    [cafe, "v1.2.3", "Coffee", `"v1.2.3" ${version}: use a name such as v1, v1beta1 or v2alpha3`],
    [cafe, "v1,v2", "Coffee", `"v1,v2" ${version}: use a name such as v1, v1beta1 or v2alpha3`],
    [cafe, "v1", "coffee", `"coffee" ${kind}: use letters and digits, and begin with a capital letter, such as Coffee`],
    [
      cafe,
      "v1",
      "coffee-cup",
      `"coffee-cup" ${kind}: use letters and digits, and begin with a capital letter, such as CoffeeCup`,
    ],
    [cafe, "v1", "Café", `"Café" ${kind}: use letters and digits, and begin with a capital letter, such as Pizza`],
    [cafe, "v1", "1", `"1" ${kind}: use letters and digits, and begin with a capital letter, such as Pizza`],
    [
      cafe,
      "v1",
      "coffee-list",
      `"coffee-list" ${kind}: use letters and digits, and begin with a capital letter, such as Pizza`,
    ],
  ])("--group %j --version %j --kind %j", async (group, version, kind, message) => {
    expect(await refusal(await projectOf(), api(group, version, kind))).toBe(message);
  });
});

test.each(["ListMeta", "ObjectMeta", "TypeMeta"])(
  "the kind %s is refused, because all kinds import that type",
  async (kind) => {
    expect(await refusal(await projectOf(), api(cafe, "v1", kind))).toBe(
      `${kind} is a type of @apimachinery/runtime that files with kinds import: use another name`,
    );
  },
);

test("the kind List is refused, because kubectl reads it as a list of any objects", async () => {
  expect(await refusal(await projectOf(), api(cafe, "v1", "List"))).toMatch(/^kubectl treats the kind List as a list/);
});

test("a kind is refused if the folder declares a name that its types need", async () => {
  const root = await projectOf(api(cafe, "v1", "Coffee"));
  expect(await refusal(root, api(cafe, "v1", "CoffeeSpec"))).toBe(
    "apis/cafe/v1/types.ts already declares CoffeeSpec: use another name for the kind, or rename that type",
  );
});

test("two kinds of a group whose names differ only in case are refused, in any version", async () => {
  const root = await projectOf(api(cafe, "v1", "Coffee"));
  expect(await refusal(root, api(cafe, "v1", "COFFEE"))).toBe(
    "apis/cafe/v1 already has the kind Coffee, and COFFEE would have the same name in URLs: use another name",
  );
});

describe("a kind of a version that is not the hub", () => {
  const newVersion = (from: string, to: string) => ["create", "version", "--from", from, "--to", to];

  test("must first be a kind of the hub", async () => {
    const root = await projectOf(api(cafe, "v1alpha1", "Coffee"), newVersion("v1alpha1", "v1"));
    const message = `all versions of apis/cafe convert to v1, so Machine must also be a kind of v1: first create it in v1:
  npx --no -- codegen create api --group ${cafe} --version v1 --kind Machine --namespaced`;
    for (const version of ["v1alpha1", "v1alpha2"])
      expect(await refusal(root, api(cafe, version, "Machine", "--namespaced"))).toBe(message);
    await runHere(root, api(cafe, "v1", "Machine", "--namespaced"));
    expect((await runHere(root, api(cafe, "v1alpha1", "Machine", "--namespaced"))).stdout).toMatch(
      "created apis/cafe/v1alpha1/machine-types.ts\n",
    );
  });

  test("cannot be in a new version that would be the hub", async () => {
    const root = await projectOf(api(cafe, "v1", "Coffee"));
    expect(await refusal(root, api(cafe, "v2", "Machine"))).toBe(
      `apis/cafe has no version v2: first create the version from v1, and then the kind in this version:
  npx --no -- codegen create version --from v1 --to v2 --group ${cafe}`,
    );
  });
});

test("a group without a dot does not get the folder of a group with the same first label", async () => {
  const root = await projectOf(api(cafe, "v1", "Coffee"));
  const { stdout } = await runHere(root, api("cafe", "v1", "Tea"));
  expect(stdout).toMatch("created apis/cafe-2/v1/types.ts\n");
  expect(stdout).toMatch(
    "\napis/cafe is the folder of the group cafe.example.com, so the types of cafe are in apis/cafe-2.\n",
  );
});

test("two groups with the same first label get two folders, and create version finds them by name", async () => {
  const root = await projectOf(api(cafe, "v1", "Coffee"));
  const { stdout } = await runHere(root, api("cafe.example.org", "v1", "Tea"));
  expect(stdout).toMatch("created apis/cafe-example-org/v1/types.ts\n");
  expect(stdout).toMatch(
    "\napis/cafe is the folder of the group cafe.example.com, so the types of cafe.example.org are in apis/cafe-example-org.\n",
  );
  expect((await runHere(root, api("cafe.example.org", "v1", "Cup"))).stdout).toMatch(
    "created apis/cafe-example-org/v1/cup-types.ts\n",
  );
  const version = ["create", "version", "--from", "v1", "--to", "v2", "--group", "cafe.example.org"];
  expect((await runHere(root, version)).stdout).toMatch("created apis/cafe-example-org/v2/types.ts\n");
  expect(Object.keys(readTree(root)).filter((path) => path.startsWith("apis/cafe/v2"))).toEqual([]);
});
