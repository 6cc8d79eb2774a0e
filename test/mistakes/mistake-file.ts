import { readFileSync, writeFileSync } from "node:fs";

/**
 * Judgement of a message by a reader who does not know the project. `kubectl` marks texts of
 * kubectl itself.
 */
export type Verdict = "good" | "fair" | "bad" | "kubectl";

/** A mistake of a newcomer, and the exact text with which the project reports it. */
export interface Mistake {
  readonly number: number;
  /** The mistake in one sentence. */
  readonly title: string;
  readonly verdict: Verdict;
  /** Text below the title, such as the reason for the verdict. */
  readonly note: string;
  readonly sections: readonly Section[];
  /** Expected output; empty if the case has no output yet. */
  readonly output: string;
}

/** A part of the input. The name is the path of a file, or a word such as `command`. */
export interface Section {
  readonly name: string;
  readonly text: string;
}

const titleLine = /^== (\d+)\. (.+) \[(good|fair|bad|kubectl)\]$/;
const outputSection = "output";

/**
 * Reads a file of mistakes. A mistake begins with a line `== 1. A property is a Date. [good]`. Its
 * sections begin with lines such as `-- apis/helpdesk/v1/types.ts --`. The last section is
 * `output`.
 * @throws Error for a mistake without number or verdict, and for a section below the output
 */
export function readMistakes(file: string): Mistake[] {
  const blocks = readFileSync(file, "utf8").split(/^(?=== )/m);
  return blocks.map((block) => {
    const [first = "", ...rest] = block.split("\n");
    const title = titleLine.exec(first);
    if (title === null) throw new Error(`${file}: "${first}" must have the form == 1. The mistake. [good]`);
    const [note = "", ...sections] = `\n${rest.join("\n")}`.split(/^(?=-- \S+ --$)/m);
    const read = sections.map((text) => {
      const end = text.indexOf("\n");
      return { name: text.slice(3, end - 3), text: text.slice(end + 1).replace(/\n+$/, "\n") };
    });
    const at = read.findIndex(({ name }) => name === outputSection);
    if (at !== -1 && at !== read.length - 1) throw new Error(`${file}: ${first}: the output must be the last section`);
    return {
      number: Number(title[1]),
      title: title[2] ?? "",
      verdict: title[3] as Verdict,
      note: note.trim(),
      sections: at === -1 ? read : read.slice(0, at),
      output: at === -1 ? "" : (read[at]?.text ?? ""),
    };
  });
}

/** Writes mistakes into a file from which `readMistakes` reads the same mistakes. */
export function writeMistakes(file: string, mistakes: readonly Mistake[]): void {
  const texts = mistakes.map(({ number, title, verdict, note, sections, output }) =>
    [
      `== ${number}. ${title} [${verdict}]\n`,
      note === "" ? "" : `${note}\n`,
      ...[...sections, { name: outputSection, text: output }].map(
        ({ name, text }) => `-- ${name} --\n${text.trimEnd()}\n`,
      ),
    ].join(""),
  );
  writeFileSync(file, texts.join("\n"));
}
