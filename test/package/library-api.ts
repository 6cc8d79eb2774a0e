import type { Tree } from "../engine/temporary-folder.js";

const markers = (lines: readonly string[]) =>
  `/**\n${lines.map((line) => ` * ${line}\n`).join("")} *\n * @packageDocumentation\n */\nexport {};\n`;

const versionMarkers = [
  "+k8s:deepcopy-gen=package",
  "+k8s:conversion-gen=..",
  "+k8s:defaulter-gen=TypeMeta",
  "+groupName=library.example.org",
];

const kinds = (version: string) => `
/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface Book extends TypeMeta<"library.example.org/${version}", "Book"> {
  metadata: ObjectMeta;
  spec: BookSpec;
  status: BookStatus;
}

/** +k8s:deepcopy-gen:interfaces=runtime.Object */
export interface BookList extends TypeMeta<"library.example.org/${version}", "BookList"> {
  metadata: ListMeta;
  items: Book[];
}

export interface BookStatus {
  conditions?: Condition[];
  lentUntil?: Time;
}
`;

const hub = `import type { Condition, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32 } from "@apimachinery/runtime";
${kinds("__internal")}
export type Cover = "Hard" | "Soft" | "None";

export interface BookSpec {
  title: string;
  authors: string[];
  shelf: string;
  cover: Cover;
  /** +omitzero */
  pages?: int32;
  copies: int32;
  weight?: Quantity;
  chapters: Record<string, Chapter>;
}

export interface Chapter {
  firstPage: int32;
  summary?: string;
  sections?: Chapter[];
}
`;

const v1 = `import type { Condition, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32 } from "@apimachinery/runtime";
${kinds("v1")}
export type Cover = "Hard" | "Soft" | "None";

export interface BookSpec {
  title: string;
  authors: string[];
  shelf: string;
  /** +default="Soft" */
  cover: Cover;
  /** +omitzero */
  pages?: int32;
  /** +default=1 */
  copies: int32;
  weight?: Quantity;
  chapters: Record<string, Chapter>;
}

export interface Chapter {
  /** +default=1 */
  firstPage: int32;
  summary?: string;
  sections?: Chapter[];
}
`;

const v1alpha1 = `import type { Condition, ListMeta, ObjectMeta, Quantity, Time, TypeMeta, int32 } from "@apimachinery/runtime";
${kinds("v1alpha1")}
export type Binding = "Hard" | "Soft" | "None";

export interface BookSpec {
  title: string;
  /** All authors in one text: "Le Guin; Lem". */
  author: string;
  /** +k8s:conversion-gen:rename=shelf */
  location: string;
  /** +k8s:conversion-gen:rename=cover */
  binding: Binding;
  pages: int32;
  copies?: int32;
  weight?: Quantity;
  chapters: Record<string, Chapter>;
}

export interface Chapter {
  firstPage: int32;
  summary?: string;
  sections?: Chapter[];
}
`;

const defaults = `import type { BookSpec } from "./types.js";

export function SetDefaults_BookSpec(obj: BookSpec): void {
  if (obj.author === "") obj.author = "Anonymous";
}
`;

const conversion = `import type { ConversionScope } from "@apimachinery/runtime";
import type * as library from "../types.js";
import type * as v1alpha1 from "./types.js";
import {
  autoConvert_library_BookSpec_To_v1alpha1_BookSpec,
  autoConvert_v1alpha1_BookSpec_To_library_BookSpec,
} from "./zz_generated.conversion.js";

export function Convert_v1alpha1_BookSpec_To_library_BookSpec(input: v1alpha1.BookSpec, scope: ConversionScope): library.BookSpec {
  return autoConvert_v1alpha1_BookSpec_To_library_BookSpec(input, scope, { authors: input.author.split("; ") });
}

export function Convert_library_BookSpec_To_v1alpha1_BookSpec(input: library.BookSpec, scope: ConversionScope): v1alpha1.BookSpec {
  return autoConvert_library_BookSpec_To_v1alpha1_BookSpec(input, scope, { author: input.authors.join("; ") });
}
`;

const fuzzer = `import * as fc from "fast-check";
import type { BookSpec } from "./types.js";
import { autoFuzz_BookSpec } from "./zz_generated.fuzz.js";

/** v1alpha1 has one text for all authors: there is at least one, and none has a semicolon. */
export function Fuzz_BookSpec(): fc.Arbitrary<BookSpec> {
  const authors = fc.array(fc.stringMatching(/^[A-Z][a-z]{0,8}$/), { minLength: 1, maxLength: 3 });
  return fc.tuple(autoFuzz_BookSpec(), authors).map(([spec, authors]) => ({ ...spec, authors }));
}
`;

const use = `import { CodecFactory, Scheme } from "@apimachinery/runtime";
import { Install } from "./apis/library/zz_generated.install.js";

const scheme = new Scheme();
Install(scheme);
const codecs = new CodecFactory(scheme);

const old = JSON.stringify({
  apiVersion: "library.example.org/v1alpha1",
  kind: "Book",
  metadata: { name: "solaris" },
  spec: { title: "Solaris", author: "Lem; Kandel", location: "A3", binding: "Soft", chapters: { one: {} } },
});
const { object } = codecs.universalDecoder().decode(old, { mode: "strict" });
console.log(codecs.encoderForVersion({ group: "library.example.org", version: "v1" }).encode(object));
`;

export const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  skipLibCheck: true,
};

/** API types of a new user: a hub, and two versions that differ in the most common ways. */
export const libraryApi: Tree = {
  "package.json": `{ "name": "library", "private": true, "type": "module" }\n`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: { ...compilerOptions, outDir: "dist" },
    include: ["apis", "use.ts"],
  }),
  // The compiler also checks the runtime's declarations, as in a production build.
  "tsconfig.declarations.json": JSON.stringify({
    extends: "./tsconfig.json",
    compilerOptions: { skipLibCheck: false, types: [], lib: ["ES2022"], noEmit: true },
    include: ["apis"],
    exclude: ["**/*.test.ts", "**/*fuzz*.ts"],
  }),
  "use.ts": use,
  "apis/library/doc.ts": markers(["+k8s:deepcopy-gen=package", "+groupName=library.example.org"]),
  "apis/library/types.ts": hub,
  "apis/library/fuzzer.ts": fuzzer,
  "apis/library/v1/doc.ts": markers(versionMarkers),
  "apis/library/v1/types.ts": v1,
  "apis/library/v1alpha1/doc.ts": markers(versionMarkers),
  "apis/library/v1alpha1/types.ts": v1alpha1,
  "apis/library/v1alpha1/defaults.ts": defaults,
  "apis/library/v1alpha1/conversion.ts": conversion,
};
