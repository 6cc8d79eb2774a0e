import type { FileSystem } from "../load/discover/file-system.js";
import { generatedBy } from "./header.js";

/**
 * Returns a file system without generated files: codegen's output is never its input, under any
 * name.
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
