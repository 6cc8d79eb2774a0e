import { CorruptError } from "../errors.js";
import { Database } from "./database.js";
import { openFailure } from "./failures.js";
import { foundDamage, verify } from "./verify.js";

/**
 * The process that reads a file which may be damaged: exits with 0 if all is well, else says what
 * is not.
 */
const directory = process.argv[2] ?? "";
try {
  const database = new Database(directory);
  verify(database);
  await database.close();
} catch (error) {
  const failure = openFailure(error, directory);
  process.stderr.write(`${failure.message}\n`);
  process.exitCode = failure instanceof CorruptError ? foundDamage : 1;
}
