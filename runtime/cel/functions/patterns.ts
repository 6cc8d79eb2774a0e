import { pattern, type Pattern } from "../../pattern/index.js";
import { oncePerText } from "../../util/once-per.js";

/**
 * Compiles a regular expression. The results are cached, because expressions use the same patterns
 * repeatedly.
 */
export const compiledPattern: (expression: string) => Pattern = oncePerText(100, pattern);
