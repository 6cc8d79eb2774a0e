import { compiler } from "./compiler.js";

/**
 * Converts a TypeScript module to JavaScript. Types are removed without being checked.
 * @param rename returns the new specifier for the specifier of an import
 */
export async function javascriptOf(text: string, rename: (specifier: string) => Promise<string>): Promise<string> {
  const { ModuleKind, ScriptTarget } = compiler;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  const { outputText } = compiler.transpileModule(text, { compilerOptions });
  let [result, at] = ["", 0];
  for (const { fileName, pos } of compiler.preProcessFile(outputText, true, true).importedFiles) {
    // `pos` is the position of the quote before the specifier.
    result += outputText.slice(at, pos + 1) + (await rename(fileName));
    at = pos + 1 + fileName.length;
  }
  return result + outputText.slice(at);
}
