import { fileURLToPath } from "node:url";
import { unescapeLiteral } from "../../../engine/markers/escapes.js";
import { Templates } from "../../../engine/print/template/fill.js";
import { readTemplates } from "../../../engine/print/template/read.js";
import type { NewFile } from "./files.js";

const folder = new URL("../../../templates/create/", import.meta.url);
let templates: Templates | undefined;

/** Returns the content of a new file, or a part of it, from a template of `templates/create`. */
export function filled(template: string, view: object = {}): string {
  templates ??= new Templates(readTemplates(fileURLToPath(folder)), {
    json: unescapeLiteral,
    concat: (...parts) => parts.join(""),
  });
  return templates.fill(template, view);
}

/** Returns a new file whose content is from a template of `templates/create`. */
export function fileOf(path: string, template: string, view?: object): NewFile {
  return { path, text: filled(template, view) };
}
