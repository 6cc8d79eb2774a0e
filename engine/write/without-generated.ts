import type { FileSystem } from "../base/file-system.js";
import { generatedBy } from "./header.js";

/**
 * Returns a file system whose lists omit generated TypeScript files, whatever their names are.
 * Output of codegen therefore never becomes its input.
 */
export function withoutGenerated(fileSystem: FileSystem): FileSystem {
  return {
    read: (path) => fileSystem.read(path),
    list: (path) =>
      fileSystem.list(path)?.filter(({ name, folder }) => {
        if (folder || !name.endsWith(".ts")) return true;
        return generatedBy(fileSystem.read(path === "." ? name : `${path}/${name}`) ?? "") === undefined;
      }),
  };
}
