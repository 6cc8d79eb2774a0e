import type { Problem } from "../../../../engine/base/problem.js";
import type { DocumentPath, SchemaAt } from "../schema.js";
import type { WrittenDeclaration, TypeExpression } from "./declaration.js";
import { importProblems } from "../problem-codes.js";

/** The state during the collection of the types of one version. */
export class ImportContext {
  /** Declarations for OpenAPI definitions, by the complete names of the definitions. */
  readonly definitions = new Map<string, WrittenDeclaration>();
  /** The imported types of the runtime. */
  readonly imports = new Set<string>();
  readonly problems: Problem[] = [];
  readonly #known = new Map<string, WrittenDeclaration>();
  readonly #ids = new Map<WrittenDeclaration, number>();

  /**
   * Adds a declaration and returns it. If an equal declaration exists, returns the existing
   * declaration.
   */
  declare(declaration: WrittenDeclaration): WrittenDeclaration {
    const { description, markers, body } = declaration;
    const content =
      body.kind === "alias"
        ? this.#textOf(body.of)
        : body.fields.map((field) => ({ ...field, type: this.#textOf(field.type) }));
    const key = JSON.stringify([body.kind, description, markers, content]);
    const same = this.#known.get(key) ?? declaration;
    this.#known.set(key, same);
    return same;
  }

  /** Returns the expression for a type of the runtime, and adds an import of the type. */
  runtime(name: string): TypeExpression {
    this.imports.add(name);
    return [name];
  }

  /** Reports a part of a schema that the imported types do not contain, with the reason. */
  omit(at: SchemaAt, keys: DocumentPath, reason: string, what = "it"): void {
    this.lost(at, keys, `${reason}, so the imported types do not contain ${what}`);
  }

  /** Reports a part of a schema that neither types nor markers can express. */
  lost({ source, path }: SchemaAt, keys: DocumentPath, message: string): void {
    const position = source.positionOf([...path, ...keys]);
    this.problems.push({ ...importProblems.is("import/lost"), message, position });
  }

  #textOf(expression: TypeExpression): string {
    return expression.map((part) => (typeof part === "string" ? part : `#${String(this.#idOf(part))}`)).join("");
  }

  #idOf(declaration: WrittenDeclaration): number {
    const id = this.#ids.get(declaration) ?? this.#ids.size;
    this.#ids.set(declaration, id);
    return id;
  }
}
