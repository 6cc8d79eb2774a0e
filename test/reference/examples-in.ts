import { parse } from "yaml";

export interface PrintedExample {
  /** Path of the page without its ending. */
  readonly page: string;
  readonly title: string;
  /** Path of the collection to which the object can be posted. */
  readonly path: string;
  readonly object: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: { readonly name: string };
    readonly [name: string]: unknown;
  };
}

/** Returns the examples of Markdown pages. */
export function examplesIn(pages: Readonly<Record<string, string>>): readonly PrintedExample[] {
  return Object.entries(pages).flatMap(([file, text]) => {
    const [, section = ""] = text.split("## Examples\n");
    const [before = ""] = section.split("## Fields\n");
    const [, url = ""] = /\| URL \| `(\S+)` \|/.exec(text) ?? [];
    return [...before.matchAll(/### (.*)\n\n```yaml\n([^`]*)```/g)].map(([, title = "", yaml = ""]) => ({
      page: file.replace(/\.md$/, ""),
      title,
      path: url.replace("{namespace}", "default"),
      object: parse(yaml) as PrintedExample["object"],
    }));
  });
}
