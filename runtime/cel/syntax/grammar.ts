import type { TokenKind } from "./token.js";

export type RuleName =
  | "start"
  | "expr"
  | "conditionalOr"
  | "conditionalAnd"
  | "relation"
  | "calc"
  | "unary"
  | "member"
  | "primary"
  | "exprList"
  | "listInit"
  | "fieldInitializerList"
  | "optField"
  | "mapInitializerList"
  | "escapeIdent"
  | "optExpr"
  | "literal";

/**
 * A part of a rule: a token of one of several kinds, another rule, or parts that are optional,
 * repeated or alternatives.
 */
export type Part =
  | TokenKind
  | { readonly oneOf: readonly TokenKind[] }
  | { readonly rule: RuleName; readonly precedence?: number }
  | { readonly optional: readonly Part[] }
  | { readonly repeated: readonly Part[]; readonly predict?: Predict }
  | { readonly several: readonly Part[]; readonly predict?: Predict }
  | { readonly alternatives: readonly (readonly Part[])[]; readonly predict?: Predict }
  | LeftRecursive;

/**
 * A rule of the grammar that begins with itself: a first part, and then any number of suffixes,
 * each with its precedence.
 */
export interface LeftRecursive {
  readonly first: RuleName;
  readonly suffixes: readonly { readonly precedence: number; readonly parts: readonly Part[] }[];
  readonly predict: Predict;
}

/** Returns the kind of the k-th next token, where 1 is the next one. */
export type Ahead = (k: number) => TokenKind;

/**
 * Returns the number of the alternative that the next tokens select, or the number of tokens after
 * which no alternative matches.
 */
export type Predict = (ahead: Ahead) => Prediction;
export type Prediction = { readonly alternative: number } | { readonly fails: number };

const expr = { rule: "expr" } as const;
const optExpr = { rule: "optExpr" } as const;
const commaAtEnd = { optional: [","] } as const;
const leadingDot = { optional: ["."] } as const;

/** The grammar of CEL. */
export const grammar: Readonly<Record<RuleName, readonly Part[]>> = {
  start: [expr, "EOF"],
  expr: [{ rule: "conditionalOr" }, { optional: ["?", { rule: "conditionalOr" }, ":", expr] }],
  conditionalOr: [{ rule: "conditionalAnd" }, { repeated: ["||", { rule: "conditionalAnd" }] }],
  conditionalAnd: [{ rule: "relation" }, { repeated: ["&&", { rule: "relation" }] }],
  relation: [
    {
      first: "calc",
      suffixes: [
        {
          precedence: 1,
          parts: [{ oneOf: ["<", "<=", ">=", ">", "==", "!=", "in"] }, { rule: "relation", precedence: 2 }],
        },
      ],
      predict: () => ({ alternative: 0 }),
    },
  ],
  calc: [
    {
      first: "unary",
      suffixes: [
        { precedence: 2, parts: [{ oneOf: ["*", "/", "%"] }, { rule: "calc", precedence: 3 }] },
        { precedence: 1, parts: [{ oneOf: ["+", "-"] }, { rule: "calc", precedence: 2 }] },
      ],
      predict: (ahead) => ({ alternative: ["+", "-"].includes(ahead(1)) ? 1 : 0 }),
    },
  ],
  unary: [
    {
      alternatives: [
        [{ rule: "member" }],
        [{ several: ["!"] }, { rule: "member" }],
        [{ several: ["-"], predict: anotherMinus }, { rule: "member" }],
      ],
      predict: unary,
    },
  ],
  member: [
    {
      first: "primary",
      suffixes: [
        { precedence: 3, parts: [".", { optional: ["?"] }, { rule: "escapeIdent" }] },
        { precedence: 2, parts: [".", "IDENTIFIER", "(", { optional: [{ rule: "exprList" }] }, ")"] },
        { precedence: 1, parts: ["[", { optional: ["?"] }, expr, "]"] },
      ],
      predict: suffix,
    },
  ],
  primary: [
    {
      alternatives: [
        [leadingDot, "IDENTIFIER"],
        [leadingDot, "IDENTIFIER", "(", { optional: [{ rule: "exprList" }] }, ")"],
        ["(", expr, ")"],
        ["[", { optional: [{ rule: "listInit" }] }, commaAtEnd, "]"],
        ["{", { optional: [{ rule: "mapInitializerList" }] }, commaAtEnd, "}"],
        [
          leadingDot,
          "IDENTIFIER",
          { repeated: [".", "IDENTIFIER"] },
          "{",
          { optional: [{ rule: "fieldInitializerList" }] },
          commaAtEnd,
          "}",
        ],
        [{ rule: "literal" }],
      ],
      predict: primary,
    },
  ],
  exprList: [expr, { repeated: [",", expr] }],
  listInit: [optExpr, { repeated: [",", optExpr], predict: nextOf(beginsOptional) }],
  fieldInitializerList: [
    { rule: "optField" },
    ":",
    expr,
    { repeated: [",", { rule: "optField" }, ":", expr], predict: nextOf(beginsField) },
  ],
  optField: [{ optional: ["?"] }, { rule: "escapeIdent" }],
  mapInitializerList: [optExpr, ":", expr, { repeated: [",", optExpr, ":", expr], predict: nextOf(beginsOptional) }],
  escapeIdent: [{ alternatives: [["IDENTIFIER"], ["ESC_IDENTIFIER"]] }],
  optExpr: [{ optional: ["?"] }, expr],
  literal: [
    {
      alternatives: [
        [{ optional: ["-"] }, "NUM_INT"],
        ["NUM_UINT"],
        [{ optional: ["-"] }, "NUM_FLOAT"],
        ["STRING"],
        ["BYTES"],
        ["true"],
        ["false"],
        ["null"],
      ],
      predict: literal,
    },
  ],
};

const literals: readonly TokenKind[] = ["NUM_INT", "NUM_UINT", "NUM_FLOAT", "STRING", "BYTES", "true", "false", "null"];

/**
 * Predicts the alternative of a unary expression. A minus before a number is a part of the number.
 */
function unary(ahead: Ahead): Prediction {
  if (ahead(1) === "!") return { alternative: 1 };
  if (ahead(1) !== "-") return beginsPrimary(ahead(1)) ? { alternative: 0 } : { fails: 1 };
  if (isSigned(ahead(2))) return { alternative: 0 };
  return beginsPrimary(ahead(2)) ? { alternative: 2 } : { fails: 2 };
}

function anotherMinus(ahead: Ahead): Prediction {
  if (ahead(1) !== "-") return { alternative: 1 };
  return beginsPrimary(ahead(2)) ? { alternative: 0 } : { fails: 2 };
}

function literal(ahead: Ahead): Prediction {
  const kind = ahead(1);
  if (kind !== "-") return literals.includes(kind) ? { alternative: literals.indexOf(kind) } : { fails: 1 };
  return isSigned(ahead(2)) ? { alternative: literals.indexOf(ahead(2)) } : { fails: 2 };
}

function isSigned(kind: TokenKind): boolean {
  return kind === "NUM_INT" || kind === "NUM_FLOAT";
}

function beginsPrimary(kind: TokenKind): boolean {
  return ["[", "{", "(", ".", "-", "IDENTIFIER"].includes(kind) || literals.includes(kind);
}

/**
 * Predicts whether a comma and another part follow. A comma is also allowed after the last part.
 */
function nextOf(begins: (kind: TokenKind) => boolean): Predict {
  return (ahead) => ({ alternative: ahead(1) === "," && begins(ahead(2)) ? 0 : 1 });
}

function beginsOptional(kind: TokenKind): boolean {
  return kind === "?" || kind === "!" || beginsPrimary(kind);
}

function beginsField(kind: TokenKind): boolean {
  return kind === "?" || kind === "IDENTIFIER" || kind === "ESC_IDENTIFIER";
}

function suffix(ahead: Ahead): Prediction {
  if (ahead(1) === "[") return { alternative: 2 };
  const name = ahead(2);
  if (name === "?" || name === "ESC_IDENTIFIER") return { alternative: 0 };
  if (name !== "IDENTIFIER") return { fails: 2 };
  return { alternative: ahead(3) === "(" ? 1 : 0 };
}

/**
 * Predicts the alternative of a primary expression. A name is a function if a parenthesis follows,
 * the first part of the name of a message if a brace follows the whole name, and otherwise a
 * variable.
 */
function primary(ahead: Ahead): Prediction {
  const kind = ahead(1);
  if (kind !== "." && kind !== "IDENTIFIER") {
    const sign = ["(", "[", "{"].indexOf(kind);
    if (sign >= 0) return { alternative: 2 + sign };
    return kind === "-" || literals.includes(kind) ? { alternative: 6 } : { fails: 1 };
  }
  let last = kind === "." ? 2 : 1;
  if (ahead(last) !== "IDENTIFIER") return { fails: last };
  if (ahead(last + 1) === "(") return { alternative: 1 };
  while (ahead(last + 1) === "." && ahead(last + 2) === "IDENTIFIER") last += 2;
  return { alternative: ahead(last + 1) === "{" ? 5 : 0 };
}
