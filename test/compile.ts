import { dirname } from "node:path";
import ts from "typescript";
import { repository } from "./built-program.js";

/** Declarations of packages and of TypeScript's library that programs of this process have read. */
const declarations = new Map<string, ts.SourceFile>();

/** Returns a host whose programs share the declarations of this repository, which do not change. */
export function sharingHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile: (path, version, ...others) => {
      const isShared = path.startsWith(repository) && path.endsWith(".d.ts");
      const key = `${path} ${JSON.stringify(version)}`;
      const file = declarations.get(key) ?? host.getSourceFile(path, version, ...others);
      if (isShared && file !== undefined) declarations.set(key, file);
      return file;
    },
  };
}

/**
 * Compiles a project without output, as `tsc -p` does, in the process of the test.
 * @param config path of the tsconfig.json
 * @returns the messages of the compiler; empty if there are none
 */
export function compileProject(config: string): string {
  const folder = dirname(config);
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { readonly config: unknown };
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(json, ts.sys, folder);
  const program = ts.createProgram({
    rootNames: fileNames,
    options,
    host: sharingHost(options),
    configFileParsingDiagnostics: errors,
  });
  return ts.formatDiagnostics(ts.getPreEmitDiagnostics(program), {
    getCanonicalFileName: (path) => path,
    getCurrentDirectory: () => folder,
    getNewLine: () => "\n",
  });
}
