import { readFile } from "node:fs/promises";
import { field } from "@apimachinery/runtime";
import type { ResourceTransformers, Transformation } from "../../storage/index.js";
import { decodeConfiguration } from "./decode-configuration.js";
import { PositionedDocument, printFieldPath } from "./positioned-document.js";
import { transformersOf } from "./transformers-of.js";
import { validateConfiguration } from "./validate-configuration.js";
import { validateMasks } from "./validate-resources.js";

/**
 * Reads an EncryptionConfiguration.
 * @throws Error that lists all problems and their positions
 */
export async function readEncryption(
  file: string,
  onTransformation: (transformation: Transformation) => void,
): Promise<ResourceTransformers> {
  const text = await read(file);
  const document = new PositionedDocument(file, text);
  const problems = [...document.problems];
  const check = (): void => {
    if (problems.length > 0) throw new Error(problems.join("\n"));
  };
  check();
  const configuration = decodeConfiguration(document.value, (path, message) => {
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  validateConfiguration(configuration, (path, type, badValue, detail) => {
    const message = field.errorText({ type, field: printFieldPath(path), badValue, detail });
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  validateMasks(configuration.resources, (path, message) => {
    problems.push(`${document.position(path)}: ${message}`);
  });
  check();
  return transformersOf(configuration, onTransformation);
}

async function read(file: string): Promise<string> {
  const name = `encryption provider configuration file ${JSON.stringify(file)}`;
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Error(`error reading ${name}: ${(error as Error).message}`, { cause: error });
  }
  if (text === "") throw new Error(`${name} is empty`);
  return text;
}
