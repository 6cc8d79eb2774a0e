import type { GroupReference, KindReference, TypeReference, Words } from "../model.js";
import type { Arrow, Box, Picture } from "./svg.js";

/**
 * Returns a picture of a group's versions, their hub and the conversions; undefined without a hub.
 */
export function versionsPicture(
  { name, versions, conversions }: GroupReference,
  current: string | undefined,
  linkOf: (version: string) => string | undefined,
): Picture | undefined {
  if (conversions === undefined) return undefined;
  const { hub, converted } = conversions;
  const box = (title: string): Box => ({
    id: title,
    title,
    link: linkOf(title),
    rows: title === hub && versions.some(({ version }) => version === hub) ? ["the hub"] : [],
    isMain: title === current,
  });
  const names = versions.map(({ version }) => version).filter((version) => version !== hub);
  return {
    name: `versions-${name.replaceAll(".", "-")}`,
    label: `Versions of ${name === "" ? "the core group" : name}: ${converted.join(", ")} convert to ${hub} and back`,
    boxes: [...names.map(box), box(hub)],
    arrows: converted.map((from): Arrow => ({ from, to: hub, isMutual: true })),
  };
}

/** Maximum number of boxes in a picture, so that it stays readable. */
const maxBoxes = 16;

/** Returns a picture of a kind's types; undefined if it would contain only one type. */
export function typesPicture(
  kind: KindReference,
  typeOf: (id: string) => TypeReference | undefined,
  linkOf: (id: string) => string | undefined,
): Picture | undefined {
  const all = kind.reachable.flatMap((id) => typeOf(id) ?? []);
  const rows = new Map(all.map((type) => [type, rowsOf(type, typeOf)]));
  const ids = nearest(kind.type, (id) => {
    const type = typeOf(id);
    return type === undefined ? [] : (rows.get(type) ?? []).flatMap(({ targets }) => targets);
  });
  const shown = all.filter(({ id }) => ids.has(id));
  if (shown.length < 2) return undefined;
  const left = all.length - shown.length;
  return {
    name: "types",
    label: `Types of ${kind.name}${left === 0 ? "" : `, without ${String(left)} more deeply nested types`}`,
    boxes: shown.map((type) => ({
      id: type.id,
      title: type.name,
      link: linkOf(type.id),
      rows: (rows.get(type) ?? []).map(({ name }) => name),
      isMain: type.id === kind.type,
    })),
    arrows: shown.flatMap((type) =>
      (rows.get(type) ?? []).flatMap(({ targets }, row) =>
        targets.filter((to) => ids.has(to)).map((to): Arrow => ({ from: type.id, to, row, isMutual: false })),
      ),
    ),
  };
}

/**
 * Returns the types nearest to a kind: first types to which its fields refer, then types to which
 * the fields of those types refer, and so on. Types of the same distance are included only if there
 * is room for all of them.
 */
function nearest(kind: string, targetsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const shown = new Set([kind]);
  let last: readonly string[] = [kind];
  while (last.length > 0) {
    const next = [...new Set(last.flatMap(targetsOf))].filter((id) => !shown.has(id));
    if (shown.size + next.length > maxBoxes) break;
    for (const id of next) shown.add(id);
    last = next;
  }
  return shown;
}

/** Returns the fields of a type that refer to other types in the reference. */
function rowsOf(type: TypeReference, typeOf: (id: string) => TypeReference | undefined) {
  const known = (words: Words): readonly string[] =>
    words.flatMap((word) => (typeof word === "object" && "type" in word && typeOf(word.type) ? [word.type] : []));
  const own = known(type.form);
  return [
    ...type.fields.map((field) => ({ name: field.name, targets: known(field.type) })),
    ...(own.length === 0 ? [] : [{ name: "one of", targets: own }]),
  ].filter(({ targets }) => targets.length > 0);
}
