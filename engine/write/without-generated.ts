import type { FileSystem } from "../load/discover/file-system.js";
import { generatedBy } from "./header.js";

/** The files that people wrote: what codegen wrote is never its input, whatever its name. */
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
