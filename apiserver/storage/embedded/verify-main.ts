import { CorruptError } from "../errors.js";
import { Database } from "./database.js";
import { openFailure } from "./failures.js";
import { foundDamage, verify } from "./verify.js";

/**
 * Main module of the child process that reads a possibly damaged file. If the file is intact, the
 * process exits with 0. Otherwise it prints the damage and exits with another code.
 */
const directory = process.argv[2] ?? "";
try {
  const database = new Database(directory, false);
  verify(database);
  await database.close();
} catch (error) {
  const failure = openFailure(error, directory);
  process.stderr.write(`${failure.message}\n`);
  process.exitCode = failure instanceof CorruptError ? foundDamage : 1;
}
