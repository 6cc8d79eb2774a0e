/**
 * A test case in one file, case.txt, in the txtar format. It contains input files, and the problems
 * that the command must report.
 */
export interface CaseText {
  /** Contents of the input files, by path. */
  readonly input: ReadonlyMap<string, string>;
  /**
   * Expected problems as the command prints them. The text is empty if the file has no section
   * `problems` yet.
   */
  readonly problems: string;
}

const problemsSection = "problems";

/**
 * Parses the text of a case.txt. The text above the first `-- path --` describes the case and is
 * ignored.
 * @throws Error with the number of the line if the text is malformed.
 */
export function parseCase(text: string): CaseText {
  const input = new Map<string, string>();
  let problems: string | undefined;
  for (const { name, line, content } of sectionsOf(text)) {
    if (problems !== undefined) throw malformed(line, `"-- ${problemsSection} --" must be the last section`);
    if (name === problemsSection) problems = content;
    else if (input.has(name)) throw malformed(line, `${name} has two sections`);
    else if (name.split("/").some((part) => ["", ".", ".."].includes(part)))
      throw malformed(line, `${name} is not a path below the folder of the input, such as apis/shop/v1/types.ts`);
    else input.set(name, content);
  }
  if (input.size === 0)
    throw malformed(1, "no input file: a file begins with a line such as -- apis/shop/v1/types.ts --");
  return { input, problems: problems ?? "" };
}

/**
 * Returns the text of a case.txt in which the section with the problems is replaced. The other
 * sections are unchanged.
 */
export function withProblems(text: string, problems: string): string {
  const end = sectionsOf(text).find(({ name }) => name === problemsSection)?.start ?? text.length;
  return `${text.slice(0, end)}-- ${problemsSection} --\n${problems}`;
}

interface Section {
  readonly name: string;
  /** Number of the line that begins the section; the first line is 1. */
  readonly line: number;
  /** Offset of the section's first line in the text. */
  readonly start: number;
  readonly content: string;
}

function sectionsOf(text: string): Section[] {
  if (!text.endsWith("\n")) throw malformed(text.split("\n").length, "the last line must end with a line break");
  const sections: Section[] = [];
  let start = 0;
  for (const [index, line] of text.slice(0, -1).split("\n").entries()) {
    const name = /^-- (\S+) --$/.exec(line)?.[1];
    const current = sections.at(-1);
    if (name !== undefined) sections.push({ name, line: index + 1, start, content: "" });
    else if (/^-- |^--.* --\s*$/.test(line)) throw malformed(index + 1, `"${line}" must have the form -- path --`);
    else if (current !== undefined) sections.splice(-1, 1, { ...current, content: `${current.content}${line}\n` });
    start += line.length + 1;
  }
  return sections;
}

function malformed(line: number, message: string): Error {
  return new Error(`case.txt:${line}: ${message}`);
}
