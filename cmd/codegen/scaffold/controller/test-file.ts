import type { NewFile } from "../files.js";
import type { ServedGroup } from "../server/groups.js";
import { importsOf, importStatement, type GroupNames } from "../server/sources.js";
import {
  controllerIdentifier,
  controllerName,
  controllerTestPath,
  requiredFields,
  kindsImports,
  resourceOfOwned,
  type ControllerParts,
} from "./sources.js";

/**
 * Returns the unformatted file with a test, which runs the controller and a server in the test's
 * process.
 */
export function controllerTest({ universe, owner, owned }: ControllerParts): NewFile {
  const { kind } = owner;
  const name = controllerName(owner);
  const groups = [...new Set([owner.group, ...(owned === undefined ? [] : [owned.group])])];
  const definitions = [...groups.map(definitionOf), ...(owned === undefined ? ["leaseGroup"] : [])];
  const { isNamespaced } = kind;
  return {
    path: controllerTestPath(owner),
    text: `${[
      ...(owned === undefined ? [importStatement(["leaseGroup"], "@apimachinery/apiserver")] : []),
      importStatement(["newTestServer"], "@apimachinery/apiserver/testing"),
      ...(owned === undefined ? [importStatement(["leaseResource"], "@apimachinery/client")] : []),
      importStatement(["runControllers"], "@apimachinery/client/controller"),
      importStatement(["afterAll", "expect", "test"], "vitest"),
      ...groups.flatMap((group, index) => importsOf(group, namesOf(index), "test")),
      ...kindsImports(owner, owned, "test"),
      importStatement([controllerIdentifier(owner)], `../src/controllers/${name}.js`),
    ].join("\n")}

const server = newTestServer({ groups: [${definitions.join(", ")}] });
const stop = new AbortController();
const running = runControllers([${controllerIdentifier(owner)}], { client: server.client, signal: stop.signal });

afterAll(async () => {
  stop.abort();
  await running;
  await server.stop();
});

test("the controller reports that the object is ready, replaces a deleted object that it owns, and cleans up", async () => {
  const { client } = server;
${isNamespaced ? `  const namespace = "default";\n` : ""}  const objects = client.resource(Kinds.${kind.name})${isNamespaced ? ".namespace(namespace)" : ""};
  const owned = ${resourceOfOwned(owner, owned)};
  await objects.apply({ metadata: { name: "sample" }, ${requiredFields(universe, owner)} }, { fieldManager: "test" });
  for await (const { object } of await objects.watch())
    if (object.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True")) break;

  const first = await owned.get("${name}-sample");
  expect(first.metadata.ownerReferences).toMatchObject([{ kind: "${kind.name}", name: "sample", controller: true }]);
  await owned.delete("${name}-sample");
  for await (const { type, object } of await owned.watch())
    if (type === "ADDED" && object.metadata.uid !== first.metadata.uid) break;

  const changes = await objects.watch();
  await objects.delete("sample");
  for await (const { type } of changes) if (type === "DELETED") break;
});
`,
  };
}

function definitionOf(group: ServedGroup, index: number): string {
  const { install, version } = namesOf(index);
  const kinds = group.kinds.map(({ name }) => `${name}: {}`).join(", ");
  return `{ install: ${install}, ${group.hasSeveralVersions ? `storageVersion: ${version}, ` : ""}kinds: { ${kinds} } }`;
}

/**
 * Returns the local names for the generated exports of a group. The index is 0 for the reconciled
 * kind's group, and 1 for the owned kind's group.
 */
function namesOf(index: number): GroupNames {
  return index === 0
    ? { install: "Install", version: "SchemeGroupVersion" }
    : { install: "OwnedInstall", version: "OwnedGroupVersion" };
}
