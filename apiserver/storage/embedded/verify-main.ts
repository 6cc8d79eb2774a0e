import { Database } from "./database.js";
import { verify } from "./verify.js";

/** The process that reads a file which may be damaged: exits with 0 if all is well, else says what is not. */
try {
  const database = new Database(process.argv[2] ?? "");
  verify(database);
  await database.close();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
