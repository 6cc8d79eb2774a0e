import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, succeed } from "./command.js";
import { compilers, createUserProject, whyNot } from "./install.js";
import { libraryApi } from "./library-api.js";

const reason = await whyNot();

/** Returns the types of a version with the marker for clients. */
function marked(version: string): string {
  const types = libraryApi[`apis/library/${version}/types.ts`];
  if (typeof types !== "string") throw new Error(`the library has no types of ${version}`);
  return types.replace("/** ", "/** +genclient\n * ");
}

const use = `import { conflictsOf } from "@apimachinery/client";
import { newFakeClientset } from "./generated/clientset/fake.js";
import { createInformerFactory } from "./generated/clientset/index.js";
import { extractBook, type BookInput } from "./generated/clientset/library.example.org/v1.js";

const chapters = { one: { sections: [{ firstPage: 2 }] } };
const solaris: BookInput = { metadata: { name: "solaris" }, spec: { title: "Solaris", authors: ["Lem"], shelf: "A3", chapters } };
const clientset = newFakeClientset();
const books = clientset.libraryV1().books("default");
const created = await books.create(solaris);
const alpha = await clientset.libraryV1alpha1().books("default").get("solaris");
await books.apply({ metadata: { name: "fiasco" }, spec: { title: "Fiasco" } }, { fieldManager: "shop" });
const other = books.apply({ metadata: { name: "fiasco" }, spec: { title: "Peace" } }, { fieldManager: "club" });
const conflicts = conflictsOf(await other.catch((error: unknown) => error)).map(({ field }) => field);
const owned = extractBook(await books.get("fiasco"), "shop");
const informers = createInformerFactory(clientset);
const { lister } = informers.libraryV1().books();
informers.start();
await informers.waitForCacheSync();
const names = lister.namespace("default").list().map(({ metadata }) => metadata.name);
await informers.shutdown();
await clientset.close();
console.log(JSON.stringify({ spec: created.spec, location: alpha.spec.location, conflicts, owned: owned.spec, names }));
`;

describe.skipIf(reason !== undefined)(["a clientset in a user's project", reason].filter(Boolean).join(", "), () => {
  let root: string;
  beforeAll(async () => {
    root = await createUserProject({
      ...libraryApi,
      "apis/library/v1/types.ts": marked("v1"),
      "apis/library/v1alpha1/types.ts": marked("v1alpha1"),
      "use-clientset.ts": use,
      "tsconfig.clientset.json": JSON.stringify({
        extends: "./tsconfig.json",
        // Old compilers do not accept the newest types of Node, of which dependencies of the server
        // install a copy.
        compilerOptions: { exactOptionalPropertyTypes: true, skipLibCheck: true, types: [] },
        include: ["generated", "use-clientset.ts"],
      }),
    });
    await succeed(root, "npx", ["codegen"]);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  test.each(compilers)("%s accepts it", async (compiler) => {
    const args = [`node_modules/${compiler}/bin/tsc`, "-p", "tsconfig.clientset.json", "--noEmit"];
    const { stdout, stderr } = await command(root, "node", args);
    expect(stdout + stderr).toBe("");
  });

  test("its program runs with the published packages", async () => {
    await succeed(root, "npx", ["tsc", "-p", "tsconfig.clientset.json"]);
    expect(JSON.parse(await succeed(root, "node", ["dist/use-clientset.js"]))).toEqual({
      spec: {
        title: "Solaris",
        authors: ["Lem"],
        shelf: "A3",
        cover: "Soft",
        copies: 1,
        chapters: { one: { firstPage: 1, sections: [{ firstPage: 2 }] } },
      },
      location: "A3",
      conflicts: [".spec.title"],
      owned: { title: "Fiasco" },
      names: ["fiasco", "solaris"],
    });
  });
});
