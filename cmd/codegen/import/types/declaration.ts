/**
 * The source of a TypeScript type, in which a declaration represents its name. Names are chosen
 * after all types are known.
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

/** An interface or an alias of a types.ts. */
export interface WrittenDeclaration {
  /** The name that the type has in the source; absent for a type that is named after its place. */
  readonly given?: string;
  /** The value that selects the type in a union, which is the end of its name. */
  readonly part?: string;
  readonly description: string;
  readonly markers: readonly string[];
  /** The clause of an interface: `TypeMeta<"example.com/v1", "Pizza">`. */
  readonly base?: string;
  readonly body: DeclarationBody;
}

export type DeclarationBody =
  | { readonly kind: "interface"; readonly fields: readonly FieldDeclaration[] }
  | { readonly kind: "alias"; readonly of: TypeExpression }
  /** The fields of an OpenAPI definition, which can contain itself. */
  | { readonly kind: "later"; readonly body: () => Exclude<DeclarationBody, { readonly kind: "later" }> };

/** Returns the body of a declaration. All types must be known. */
export function knownBody({ body }: WrittenDeclaration): Exclude<DeclarationBody, { readonly kind: "later" }> {
  return body.kind === "later" ? body.body() : body;
}

/** A type with the markers that belong to the place where it is used. */
export interface TypeUse {
  readonly type: TypeExpression;
  readonly markers: readonly string[];
  /** True for a union of literals, which needs parentheses before `[]`. */
  readonly isUnion?: true;
  /** True if the type is an interface, whose comment has the description of an element. */
  readonly isInterface?: true;
}
