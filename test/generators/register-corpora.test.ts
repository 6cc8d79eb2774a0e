import { expect, test } from "vitest";
import { register } from "../../generators/register/index.js";
import { corpora, expectedOf, loadKubernetes, planOf } from "./corpora.js";

interface RegisterView {
  readonly groupVersion: { readonly group: string; readonly version: string };
  readonly kinds: readonly { readonly name: string }[];
}

test.skipIf(corpora === undefined)("the same groups, versions and kinds of Kubernetes are registered as in Go", () => {
  const { files, problems } = planOf(register, loadKubernetes());
  expect(problems).toEqual([]);
  const registers = files.filter(({ template }) => template === "register");
  expect(registers).toHaveLength(42);
  for (const file of registers) {
    const { groupVersion, kinds } = file.view as RegisterView;
    const want = expectedOf(file.package).register;
    expect({ ...groupVersion, kinds: kinds.map(({ name }) => name) }, file.package).toEqual({
      group: want.groupName,
      version: want.version,
      // A name with a dot or a slash is a kind of another folder. Go registers such kinds by
      // hand-written code.
      kinds: want.kinds.filter((kind) => !/[./]/.test(kind)).sort(),
    });
  }
});

test.skipIf(corpora === undefined)("each group has an Install with the versions in Kubernetes' order", () => {
  const { files } = planOf(register, loadKubernetes());
  const installs = files.filter(({ template }) => template === "install");
  expect(installs).toHaveLength(12);
  const flowcontrol = installs.find((file) => file.package === "kubernetes/flowcontrol");
  expect(flowcontrol?.view).toMatchObject({
    versions: ["v1", "v1beta3", "v1beta2", "v1beta1"].map((version) => ({ version })),
  });
});
