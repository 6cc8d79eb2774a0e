import { expect, test } from "vitest";
import { pick, randomOf, type RandomNumbers } from "../../../cmd/codegen/breaking/samples/random.js";
import { temporaryFolder, type Tree } from "../../engine/temporary-folder.js";
import { apiProject } from "../api-project.js";
import { sizeOf } from "../../sizes.js";
import { runHere } from "../run-here.js";
import { changed, filesOf, plain, renamed, type Source } from "./menu.js";

type Edit = (source: Source, random: RandomNumbers) => Source;

/** Edits after which the API is the same. */
const edits: readonly [Edit, ...Edit[]] = [
  (source, random) => ({ ...source, spec: source.spec.toSorted(() => random.below(3) - 1) }),
  (source, random) => ({ ...source, inBase: 1 + random.below(source.spec.length - 1) }),
  (source) => ({ ...source, isSplit: true }),
  (source) => renamed(source, "Name", "ShortText"),
  (source) => renamed(source, "Part", "Piece"),
  (source) => renamed(source, "Mode", "Speed"),
  (source) => ({ ...source, types: source.types.replace(/^/, "// Types of the menu.\n") }),
  (source) => ({
    ...source,
    types: source.types
      .split(/(?<=\n)(?=\/\*\*|export)/)
      .toReversed()
      .join(""),
  }),
  (source) => changed(source, "slices: int32;", ["k8s:maximum=10", "k8s:minimum=1"]),
  (source) =>
    changed(source, "slices: int32;", [
      "kubebuilder:validation:Maximum=11",
      "kubebuilder:validation:ExclusiveMaximum=true",
      "kubebuilder:validation:Minimum=1",
    ]),
  (source) => changed(source, "title: string;", ["kubebuilder:validation:MaxLength=20"]),
  (source) => ({ ...source, types: source.types.replace(`"Fast" | "Safe"`, `"Safe" | "Fast"`) }),
];

test("types that are written in another way have no change", async () => {
  const groups = Array.from({ length: sizeOf("NEUTRAL_EDITS") }, (_, index) => `group${String(index)}`);
  const old = Object.assign({}, ...groups.map((group) => filesOf(group, plain))) as Tree;
  const now = Object.assign(
    {},
    ...groups.map((group, seed) => {
      const random = randomOf(seed);
      const chosen = Array.from({ length: 1 + random.below(5) }, () => pick(random, edits));
      return filesOf(
        group,
        chosen.reduce((source, edit) => edit(source, random), plain),
      );
    }),
  ) as Tree;
  const root = apiProject(now);
  const { stdout, stderr } = await runHere(root, ["breaking", "--against", temporaryFolder(old), "--format", "json"]);
  expect(stderr).toBe("");
  expect((JSON.parse(stdout) as { readonly changes?: unknown }).changes, stdout).toEqual([]);
});
