#!/bin/sh
# rolldown 1.2.19 rewrites a tagged template that contains `</script`, so that the bundle can be put into HTML, and adds
# an import of @oxc-project/runtime. It has its own copy of that package, but asks the option `external` about the added
# import, too. So a function that makes all packages external leaves an import of a package that nothing installs. The
# build ends without a warning, and the program fails when it starts. `</${"script"}` in the template is not rewritten.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm i --silent --no-audit --no-fund rolldown@1.2.19 >/dev/null
cat > tagged.mjs <<'JS'
const html = (parts) => parts.join("");
console.log(html`<script></script>`);
JS
sed 's/<\/script>/<\/${"script"}>/' tagged.mjs > split.mjs
cat > build.mjs <<'JS'
import { isAbsolute } from "node:path";
import { rolldown } from "rolldown";

const packages = (id) => !id.startsWith(".") && !isAbsolute(id);
for (const input of ["tagged.mjs", "split.mjs"])
  for (const external of [packages, undefined]) {
    let warnings = 0;
    const build = await rolldown({ input: `./${input}`, platform: "node", external, onLog: () => warnings++ });
    const [{ imports }] = (await build.generate({ format: "esm" })).output;
    console.log(input, external?.name ?? "nothing", `is external: imports ${imports.length}, warnings ${warnings}`);
  }
JS
node build.mjs | tee output
cat > expected <<'TEXT'
tagged.mjs packages is external: imports 1, warnings 0
tagged.mjs nothing is external: imports 0, warnings 0
split.mjs packages is external: imports 0, warnings 0
split.mjs nothing is external: imports 0, warnings 0
TEXT
diff expected output
