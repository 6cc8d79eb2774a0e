import type { API, HandWrittenCode } from "../form/api.js";
import type { StateChange } from "../form/change.js";
import type { ChangeCode } from "../form/codes.js";

const codeOfRole = {
  defaults: "changed-default",
  conversion: "lost-in-conversion",
  validation: "tightened-rule",
} as const satisfies { readonly [role in HandWrittenCode["role"]]: ChangeCode };

/**
 * Returns a change for each hand-written function that was added, removed or changed in a version
 * of both states. Of validation functions, returns only the changed ones. The effect is unknown
 * until the function is executed.
 */
export function compareFunctions(old: API, now: API, isWanted: (folder: string) => boolean): readonly StateChange[] {
  const [before, after] = [byId(old), byId(now)];
  const served = new Set(now.kinds.map(({ group, version }) => `${group}/${version}`));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): readonly StateChange[] => {
    const [was, is] = [before.get(id), after.get(id)];
    const known = is ?? was;
    if (known === undefined || was?.code === is?.code || !isWanted(known.folder)) return [];
    // Functions of a new version are not changes, and the removal of a version is reported
    // elsewhere.
    const isOfBoth = old.kinds.some(({ group, version }) => group === known.group && version === known.version);
    if (!isOfBoth || !served.has(`${known.group}/${known.version}`)) return [];
    // A new validation function is reported by the comparison of rules. A removed validation
    // function refuses no objects.
    if (known.role === "validation" && (is === undefined || was === undefined)) return [];
    const how = is === undefined ? "was removed" : was === undefined ? "is new" : "was changed";
    return [
      {
        code: codeOfRole[known.role],
        severity: "unknown",
        group: known.group,
        kind: `${known.version}.${known.type}`,
        path: "",
        position: known.position,
        functionOf: known.type,
        message: `the hand-written function ${known.name} ${how}`,
        samples: 0,
      },
    ];
  });
}

function byId({ functions }: API): ReadonlyMap<string, HandWrittenCode> {
  return new Map(functions.map((fn) => [`${fn.group}/${fn.version}/${fn.name}`, fn]));
}
