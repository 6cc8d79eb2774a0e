import type { Problem } from "../../../../engine/base/problem.js";
import type { DocumentPath, SchemaAt } from "../schema.js";
import { knownBody, type WrittenDeclaration, type TypeExpression } from "./declaration.js";
import { importProblems } from "../problem-codes.js";
import type { ProblemHead } from "../../../../engine/base/define-problems.js";

/** The state during the collection of the types of one version. */
export interface ImportContext {
  /**
   * Adds a declaration and returns it. If an equal declaration exists, returns the existing
   * declaration.
   */
  readonly declare: (declaration: WrittenDeclaration) => WrittenDeclaration;
  /** Declarations for OpenAPI definitions, by the complete names of the definitions. */
  readonly definitions: Map<string, WrittenDeclaration>;
  /** Returns the expression for a type of the runtime, and adds an import of the type. */
  readonly runtime: (name: string) => TypeExpression;
  /** Reports a part of a schema that neither types nor markers can express. */
  readonly lost: (at: SchemaAt, keys: DocumentPath, message: string) => void;
  /** Reports a warning for a property whose type differs from that in the schema. */
  readonly warn: (at: SchemaAt, head: ProblemHead, message: string, hint: string) => void;
  /** The imported types of the runtime, and the reported problems. */
  readonly imports: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Returns an empty context. */
export function newContext(): ImportContext {
  const known = new Map<string, WrittenDeclaration>();
  const ids = new Map<WrittenDeclaration, number>();
  const imports = new Set<string>();
  const problems: Problem[] = [];
  const idOf = (declaration: WrittenDeclaration): number => {
    const id = ids.get(declaration) ?? ids.size;
    ids.set(declaration, id);
    return id;
  };
  const textOf = (expression: TypeExpression): string =>
    expression.map((part) => (typeof part === "string" ? part : `#${String(idOf(part))}`)).join("");
  return {
    imports,
    problems,
    definitions: new Map(),
    declare(declaration) {
      const { description, markers } = declaration;
      const body = knownBody(declaration);
      const content =
        body.kind === "alias" ? textOf(body.of) : body.fields.map((field) => ({ ...field, type: textOf(field.type) }));
      const key = JSON.stringify([body.kind, description, markers, content]);
      const same = known.get(key) ?? declaration;
      known.set(key, same);
      return same;
    },
    runtime(name) {
      imports.add(name);
      return [name];
    },
    lost({ source, path }, keys, message) {
      problems.push({
        ...importProblems.is("import/lost"),
        message,
        position: source.positionOf([...path, ...keys]),
      });
    },
    warn({ source, path }, head, message, hint) {
      problems.push({ ...head, message, hint, position: source.positionOf(path) });
    },
  };
}
