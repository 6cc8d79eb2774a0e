import { unescapeLiteral } from "../../../../engine/markers/escapes.js";
import type { NewFile } from "../files.js";
import type { ServedKind } from "./groups.js";
import { importStatement, sampleName, type NewServer } from "./sources.js";

const imports = [
  importStatement(["createLog", "parseOptionsOf", "startAPIServer"], "@apimachinery/apiserver"),
  importStatement(["defaultClientConfig", "RESTClient"], "@apimachinery/client"),
  importStatement(["afterAll", "beforeAll", "expect", "test"], "vitest"),
  importStatement(["definition"], "../src/definition.js"),
];

/**
 * Returns the file with a test, which starts the server in the test's process, and creates and
 * reads each sample object.
 */
export function testFile({ groups }: NewServer): NewFile {
  const samples = groups.flatMap(({ kinds }) => kinds.map(caseOf));
  return {
    path: "test/server.test.ts",
    text: `${imports.join("\n")}

/** Folder for the kubeconfig and the certificates. Later runs use them again. */
const folder = "test.local";

let client: RESTClient;
let stop: () => Promise<void>;

/** Starts the server with objects in memory, on a free port. */
beforeAll(async () => {
  const kubeconfig = \`\${folder}/kubeconfig\`;
  const flags = [
    "--bind-address=127.0.0.1",
    "--secure-port=0",
    "--storage-backend=memory",
    \`--data-dir=\${folder}\`,
    \`--write-kubeconfig=\${kubeconfig}\`,
  ];
  const parsed = parseOptionsOf(definition, flags, {
    out: () => undefined,
    err: (text) => {
      console.error(text);
    },
  });
  if ("exitCode" in parsed) throw new Error("the flags are wrong");
  const server = await startAPIServer(definition, parsed.options, createLog(parsed.options));
  const { config } = await defaultClientConfig({ kubeconfig });
  client = new RESTClient(config);
  stop = async () => {
    await client.close();
    await server.stop();
  };
});

afterAll(async () => {
  await stop();
});

/**
 * The samples are created in this order: an object that an admission plugin reads comes before the
 * objects that refer to it.
 */
test.each([
${samples.join("")}])("the server stores the sample $sample", async ({ sample, path, name }) => {
  const { default: body } = (await import(\`../samples/\${sample}.yaml?raw\`)) as { default: string };
  const headers = { "content-type": "application/yaml" };
  const created: unknown = JSON.parse(await client.text({ method: "POST", path, headers, body }));
  expect(created).toMatchObject({ metadata: { name } });
  const read: unknown = JSON.parse(await client.text({ method: "GET", path: \`\${path}/\${name}\` }));
  expect(read).toEqual(created);
});
`,
  };
}

/** Returns the arguments of the sample test for one kind. */
export function caseOf(kind: ServedKind): string {
  const { group, version } = kind.versions[0].groupVersion;
  const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
  const path = `${root}/${kind.isNamespaced ? "namespaces/default/" : ""}${kind.resource}`;
  return `  {
    sample: ${unescapeLiteral(kind.sample)},
    path: ${unescapeLiteral(path)},
    name: ${unescapeLiteral(sampleName(kind))},
  },
`;
}
