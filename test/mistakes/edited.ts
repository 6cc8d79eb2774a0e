import type { Tree } from "../engine/temporary-folder.js";
import type { Section } from "./mistake-file.js";

/**
 * Returns the files of a project after the edits of a mistake. Lines with `-` are replaced by the
 * lines with `+` that follow them, and lines with a space are unchanged. An edit that has only `+`
 * lines is appended to the file. A blank line separates two edits. A section `removed` lists files
 * to remove.
 * @throws Error if the replaced lines are not in the file exactly once
 */
export function edited(tree: Tree, sections: readonly Section[]): Tree {
  const files = new Map(Object.entries(tree));
  for (const { name, text } of sections) {
    if (name === "removed") for (const path of text.trim().split("\n")) files.delete(path);
    else files.set(name, editedText(name, files.get(name) ?? "", text));
  }
  return Object.fromEntries(files);
}

function editedText(path: string, text: string, edits: string): string {
  return edits
    .trimEnd()
    .split("\n\n")
    .reduce((before, edit) => {
      const lines = edit.split("\n");
      const malformed = lines.find((line) => !/^[-+ ]/.test(line));
      if (malformed !== undefined) throw new Error(`${path}: the line "${malformed}" must begin with -, + or a space`);
      const without = (sign: string) => lines.filter((line) => line[0] !== sign).map((line) => `${line.slice(1)}\n`);
      const [removed, added] = [without("+").join(""), without("-").join("")];
      if (removed === "") return before + added;
      if (`\n${before}`.split(`\n${removed}`).length !== 2)
        throw new Error(`${path} must contain these lines once:\n${removed}`);
      return `\n${before}`.replace(`\n${removed}`, () => `\n${added}`).slice(1);
    }, text);
}
