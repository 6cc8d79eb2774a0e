/**
 * The source of a TypeScript type. A declaration in the list represents the name of its type,
 * because names are chosen after all types are known.
 */
export type TypeExpression = readonly (string | WrittenDeclaration)[];

/** A property of an interface. */
export interface FieldDeclaration {
  readonly name: string;
  readonly isOptional: boolean;
  readonly description: string;
  readonly markers: readonly string[];
  readonly type: TypeExpression;
}

/** An interface or a type alias in a types.ts file. */
export interface WrittenDeclaration {
  /**
   * Name of the type in the source; absent for a type that is named after the property that uses
   * it.
   */
  readonly given?: string;
  /**
   * Discriminator value that selects the type in a union. The name of the type ends with this
   * value. Absent for a type outside of a union.
   */
  readonly part?: string;
  readonly description: string;
  readonly markers: readonly string[];
  /** Base type of an interface, such as `TypeMeta<"example.com/v1", "Pizza">`. */
  readonly base?: string;
  /** The body of an OpenAPI definition is computed later: a definition can contain itself. */
  readonly body: DeclarationBody;
}

export type DeclarationBody =
  | { readonly kind: "interface"; readonly fields: readonly FieldDeclaration[] }
  | { readonly kind: "alias"; readonly of: TypeExpression };

/** A type, with the markers for the property that uses the type. */
export interface TypeUse {
  readonly type: TypeExpression;
  readonly markers: readonly string[];
  /** True for a union of literals, which needs parentheses before `[]`. */
  readonly isUnion?: true;
  /**
   * True for an interface. Its comment contains the description of the value, so a list of such
   * values needs no alias with this description.
   */
  readonly isInterface?: true;
}
