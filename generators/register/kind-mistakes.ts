import { addMarker, remedy, type Edit } from "../../engine/base/fix.js";
import { kubernetesMarker } from "../markers/kubernetes-marker.js";
import type { PackageGroupVersion } from "../../engine/model/group-version.js";
import type { Type, TypeDeclaration } from "../../engine/model/universe.js";
import type { PlanInput } from "../../engine/plan/generator.js";
import { groupBy } from "../../engine/util/group-by.js";
import type { Problem } from "../../engine/base/problem.js";
import type { Registered } from "../kinds/registered.js";
import { isOptedOut, lifecycleGen } from "../markers/register.js";
import { extendTypeMeta, typeMetaOf } from "./agreement.js";
import { registerProblems } from "../problem-codes/register.js";

const runtime = "@apimachinery/runtime";

const [onlyVerbs, skipVerbs, noVerbs] = [
  kubernetesMarker("genclient:onlyVerbs"),
  kubernetesMarker("genclient:skipVerbs"),
  kubernetesMarker("genclient:noVerbs"),
];

/**
 * Returns problems that only a comparison between the packages of a group can find: an interface
 * that is a kind in another version, a kind without metadata, a kind without a list type, and a
 * list type of other items.
 */
export function kindMistakes({ memo }: Pick<PlanInput, "memo">, all: readonly Registered[]): Problem[] {
  return [...groupBy(all, ({ groupVersion }) => groupVersion.group).values()].flatMap((group) => {
    const ids = group.map(({ pkg }) => pkg.id);
    return memo("mistakes", ids, undefined, () => mistakesIn(group));
  });
}

function mistakesIn(group: readonly Registered[]): readonly Problem[] {
  const kinds = groupBy(
    group.flatMap((folder) => folder.kinds),
    ({ name }) => name,
  );
  return group.flatMap((folder) => [
    ...Object.values(folder.pkg.types).flatMap((type) => notAKind(folder, type, kinds) ?? []),
    ...folder.kinds.flatMap((kind) => withoutMetadata(kind, kinds) ?? []),
    ...folder.kinds.flatMap((kind) => withoutList(folder, kind, group, kinds) ?? []),
    ...folder.kinds.flatMap((kind) => listOfOthers(folder, kind) ?? []),
  ]);
}

type KindsByName = ReadonlyMap<string, readonly TypeDeclaration[]>;

/** Reports an interface that does not extend TypeMeta, although it is a kind in another version. */
function notAKind({ groupVersion }: Registered, type: TypeDeclaration, kinds: KindsByName): Problem | undefined {
  const { name, exported, expression, shape, position } = type;
  const [other] = kinds.get(name) ?? [];
  if (
    !exported ||
    expression !== undefined ||
    shape.kind !== "object" ||
    shape.typeMeta !== undefined ||
    other === undefined
  )
    return undefined;
  if (isOptedOut(type) || (has(shape, "apiVersion") && has(shape, "kind"))) return undefined;
  const base = typeMetaOf(groupVersion, name);
  return {
    ...registerProblems.is("register/no-type-meta"),
    message: `${name} extends TypeMeta in ${other.package}, but not here, so it is not a kind here`,
    ...remedy(
      {
        text: `interface ${name} extends ${base}`,
        edits: [extendTypeMeta(position, base), importOf("TypeMeta", position.file)],
      },
      addMarker(position, "+k8s:register-gen=false", "if the type is not a kind, add +k8s:register-gen=false"),
    ),
    position,
  };
}

/** Reports a kind without metadata, if the kind has metadata in another version. */
function withoutMetadata({ name, id, shape, position }: TypeDeclaration, kinds: KindsByName): Problem | undefined {
  if (shape.kind !== "object" || has(shape, "metadata")) return undefined;
  const other = kinds
    .get(name)
    ?.find((kind) => kind.id !== id && kind.shape.kind === "object" && has(kind.shape, "metadata"));
  if (other === undefined) return undefined;
  const meta = metadataOf(other) === `${runtime}#ListMeta` ? "ListMeta" : "ObjectMeta";
  return {
    ...registerProblems.is("register/no-metadata"),
    message: `${name} is a kind without metadata, but ${name} of ${other.package} has metadata`,
    hint: `add metadata: ${meta};\nand import ${meta} from "${runtime}"`,
    position,
  };
}

/** Reports a kind without a list type, if clients can list the kind. */
function withoutList(
  folder: Registered,
  kind: TypeDeclaration,
  group: readonly Registered[],
  kinds: KindsByName,
): Problem | undefined {
  const { name, file, position } = kind;
  const list = `${name}List`;
  if (
    metadataOf(kind) !== `${runtime}#ObjectMeta` ||
    folder.pkg.types[list] !== undefined ||
    !isListed(folder, kind, group, kinds)
  )
    return undefined;
  // A list type in one version needs a list type in all others, so one fix adds all of them.
  const added = group.flatMap(({ pkg, groupVersion }) => {
    const { [name]: own, [list]: existing } = pkg.types;
    return own === undefined || existing !== undefined ? [] : [{ file: own.file, text: listType(own, groupVersion) }];
  });
  const own = added.filter((one) => one.file === file);
  const others = added.filter((one) => one.file !== file);
  return {
    ...registerProblems.is("register/no-list"),
    needsAllTypes: true,
    message: `${name} has no list type ${list}, so no server can serve ${name}`,
    ...remedy(
      {
        text: [...own.map(({ text }) => text), ...others.map((one) => `// ${one.file}\n${one.text}`)].join("\n\n"),
        edits: added.flatMap((one): Edit[] => [
          { kind: "append", ...one },
          importOf("ListMeta", one.file),
          importOf("TypeMeta", one.file),
        ]),
      },
      addMarker(
        position,
        "+genclient:onlyVerbs=create",
        "if clients never list objects of the kind, add +genclient:onlyVerbs=create",
      ),
    ),
    position,
  };
}

/** Reports the list type of a kind if its items are not objects of the kind. */
function listOfOthers({ pkg }: Registered, kind: TypeDeclaration): Problem | undefined {
  const list = pkg.types[`${kind.name}List`];
  if (list === undefined || metadataOf(list) !== `${runtime}#ListMeta` || metadataOf(kind) !== `${runtime}#ObjectMeta`)
    return undefined;
  const items = list.shape.kind === "object" ? list.shape.fields.find(({ name }) => name === "items") : undefined;
  if (items !== undefined && isListOf(items.type, kind)) return undefined;
  const declaration = `items: ${kind.name}[];`;
  return {
    ...registerProblems.is("register/list-items"),
    message:
      items === undefined
        ? `${list.name} has no property items, so no server can list ${kind.name}`
        : `the items of ${list.name} are not objects of the kind ${kind.name}`,
    hint: declaration,
    position: items?.position ?? list.position,
  };
}

/** Reports whether a type is, or can be an alias of, a list of objects of a kind. */
function isListOf(type: Type, kind: TypeDeclaration): boolean {
  if (type.kind !== "list") return type.kind === "ref";
  return type.element.kind === "ref" && type.element.to === kind.id;
}

/** Returns the declaration of a kind's list type, including the lifecycle markers of the kind. */
function listType({ name, markers }: TypeDeclaration, groupVersion: PackageGroupVersion): string {
  const list = `${name}List`;
  const releases = markers.filter((marker) => marker.name.startsWith(`${lifecycleGen.name}:`));
  const lines = releases.map((marker) => ` * +${marker.name}=${marker.value ?? ""}\n`);
  const comment = lines.length === 0 ? "" : `/**\n${lines.join("")} */\n`;
  return `${comment}export interface ${list} extends ${typeMetaOf(groupVersion, list)} {\n  metadata: ListMeta;\n  items: ${name}[];\n}`;
}

/**
 * Reports whether clients can list a kind. The kind's own markers decide, or else its markers and
 * list types in other versions. Without these, the kind is listed only if its package has list
 * types and no kind of its group has resource markers. Kinds that are not listed are, for example,
 * reviews and `Scale`.
 */
function isListed(
  { kinds: neighbours }: Registered,
  kind: TypeDeclaration,
  group: readonly Registered[],
  kinds: KindsByName,
): boolean {
  const own = listedBy(kind);
  if (own !== undefined) return own;
  const others = (kinds.get(kind.name) ?? []).map(listedBy);
  if (others.includes(false)) return false;
  if (others.includes(true) || kinds.has(`${kind.name}List`)) return true;
  const areMarked = group.some((folder) => folder.kinds.some((one) => listedBy(one) !== undefined));
  return !areMarked && neighbours.some(({ name }) => name.endsWith("List"));
}

/**
 * Reports whether a kind's markers for clients and servers permit the verb list; undefined if the
 * kind has no such markers.
 */
function listedBy(kind: TypeDeclaration): boolean | undefined {
  const verbs = onlyVerbs.find(kind)?.value;
  if (verbs !== undefined) return verbs.split(",").includes("list");
  if (noVerbs.has(kind)) return false;
  if (skipVerbs.find(kind)?.value?.split(",").includes("list") === true) return false;
  return kind.markers.some(({ name }) =>
    /^(genclient$|genclient:nonNamespaced$|resourceName$|kubebuilder:(resource|printcolumn|subresource)\b)/.test(name),
  )
    ? true
    : undefined;
}

function has(shape: { readonly fields: readonly { readonly name: string }[] }, field: string): boolean {
  return shape.fields.some(({ name }) => name === field);
}

function metadataOf({ shape }: TypeDeclaration): string | undefined {
  const type = shape.kind === "object" ? shape.fields.find(({ name }) => name === "metadata")?.type : undefined;
  return type?.kind === "ref" ? type.to : undefined;
}

function importOf(name: string, file: string): Edit {
  return { kind: "import", file, name, from: runtime };
}
