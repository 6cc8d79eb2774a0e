# The commands of the project, for developers and for CI. `make` without a target prints the list.
.DEFAULT_GOAL := help
.PHONY: help run demo e2e e2e-cluster certificates peers test test-all soak test-node fuzz chaos install pack build codegen generate verify-generated format lint scale bench gate words bench-codegen bench-server bench-controllers golden clean
.PHONY: compile join check-lint check-format check-generated quick-tests

CODEGEN := node dist/bundle/cmd/codegen/main.cjs
VITEST := node node_modules/vitest/vitest.mjs
TSC := node node_modules/typescript/bin/tsc
OXLINT := node node_modules/oxlint/bin/oxlint --quiet --report-unused-disable-directives-severity=error

# An example of a user's project, with its own configuration.
CAFE := examples/cafe
# The configuration of the runtime's own types, meta/v1.
META := --config runtime/codegen.config.json
# The committed reference pages of the pizza API.
PAGES := reference apis --out docs/reference --examples artifacts/examples
# Pages below docs/ that tests generate from the code.
GENERATED_PAGES := markers|options|problems|rules
# The ready-made groups of the package apiserver.
GROUPS_OF_SERVER := --config apiserver/groups/codegen.config.json

# The path where tests look for kubectl; the Go module k8s.io/kubectl v0.N.P is kubectl v1.N.P.
BUILT_KUBECTL := node_modules/.cache/kubectl/kubectl
KUBECTL_VERSION = $(shell sed -n 's/.*k8s.io\/kubectl v0/v1/p' test/interop/kubectl/go.mod)

help: ## Print what each target does
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Generated code is compiled after it is written.
run: generate ## Install, build, generate, and serve the pizza API over HTTPS to kubectl; ARGS="--secure-port=0" passes flags
	@$(MAKE) --no-print-directory compile
	@$(MAKE) --no-print-directory join
	@echo "starting the server"
	@mkdir -p -m 700 pizza-apiserver.local
	@node dist/cmd/pizza-apiserver/main.js --bind-address=127.0.0.1 --write-kubeconfig=pizza-apiserver.local/kubeconfig $(ARGS)

demo: build ## Walk through the example of the book Programming Kubernetes: toppings, pizzas, both versions, refused requests
	@node dist/test/demo/main.js

# The linter runs beside the other checks and the first tests.
test: build ## Install what is missing, check formatting, lint and generated code, and run all quick tests; DURATIONS=1 records their durations
	@$(MAKE) --no-print-directory -j2 check-lint check-format check-generated quick-tests

quick-tests:
	@$(VITEST) run --project quick --project isolated

# The programs of other projects are built first, where Go is installed. Long tests wait for them.
test-all: peers ## Run the long tests: packed packages, the tutorials, Kubernetes' API groups, other servers and clients; DURATIONS=1 records their durations
	@WORKERS_PER_CORE=2 $(VITEST) run --project 'long*'

# An attack on a server and its clients slows other tests down, so that the files run one by one.
soak: peers ## Run tests with random cases and faults for a long time, as before a release: FILES=test/rbac selects some
	@$(VITEST) run --project soak --max-workers=1 $(FILES)
	@$(if $(FILES),,$(MAKE) --no-print-directory gate)

test-node: build ## Run the quick tests with another version of Node: VERSION=22
	@npx --yes --package=node@$(or $(VERSION),$(error VERSION is missing: make test-node VERSION=22)) -- $(VITEST) run --project quick --project isolated

fuzz: build ## Attack a pizza server with generated requests for TIME seconds (60); SEED=number repeats a run
	@FUZZ_SECONDS=$(or $(TIME),60) $(if $(SEED),FUZZ_SEED=$(SEED)) $(VITEST) run --project long-isolated test/fuzz/fuzz.test.ts

certificates: build ## Create the certificates of artifacts/deployment-secure and artifacts/crd, or renew them: HOST=api.NAMESPACE.svc WEBHOOK_HOST=webhook.NAMESPACE.svc
	@node dist/cmd/pizza-apiserver/main.js create-serving-certificate --host=$(or $(HOST),api.pizza-apiserver.svc) --out=artifacts/deployment-secure/certificates
	@node dist/cmd/pizza-apiserver/main.js create-serving-certificate --host=$(or $(WEBHOOK_HOST),webhook.pizza-crd.svc) --out=artifacts/crd/certificates

e2e-cluster: peers ## Build kube-apiserver if Go is installed, and run the pizza server behind it, with kubectl
	@$(VITEST) run --project long test/peers/cluster

chaos: build ## Kill and pause servers and etcd under load, ROUNDS times (20) for each test, and check what clients saw; CHAOS_SEED=number
	@$(if $(ROUNDS),CHAOS_ROUNDS=$(ROUNDS)) $(VITEST) run --project soak test/chaos

install: node_modules/.package-lock.json ## Install the packages of package-lock.json

node_modules/.package-lock.json: package-lock.json package.json $(wildcard */package.json)
	@echo "installing npm packages: half a minute or more, once; npm's warnings about install scripts are harmless"
	@npm ci --no-audit --no-fund
	@touch $@

# The command and the other projects share no files, so that both compile at the same time.
build: install ## Compile everything to dist/
	@$(MAKE) --no-print-directory -j2 codegen compile
	@$(MAKE) --no-print-directory join

join:
	@echo "joining the files of each package"
	@node dist/cmd/bundle/main.js runtime client apiserver

# Programs and the example APIs import the packages as users do, without a reference to their projects.
# So the compiler, which compiles projects in parallel, gets them second.
compile: install
	@echo "compiling the packages"
	@$(TSC) -b runtime client apiserver
	@echo "compiling the example APIs and the programs"
	@$(TSC) -b apis generated cmd/pizza-apiserver cmd/pizza-webhook examples/cafe test/demo test/peers test/chaos

codegen: install ## Compile only the command, which can then create generated files that are missing
	@echo "compiling codegen"
	@$(TSC) -b cmd
	@npm run --silent bundle:codegen

pack: build ## Make tarballs of the four packages in dist/tarballs, from one build
	@rm -rf dist/tarballs && mkdir -p dist/tarballs
	@npm pack --workspaces --include-workspace-root --ignore-scripts --silent --pack-destination dist/tarballs >/dev/null
	@echo "in a project of your own:"
	@echo "  npm i -D $(CURDIR)/dist/tarballs/apimachinery-codegen-*.tgz typescript vitest fast-check"
	@echo "  npm i $(CURDIR)/dist/tarballs/apimachinery-runtime-*.tgz"
	@echo "  npm i $(CURDIR)/dist/tarballs/apimachinery-client-*.tgz $(CURDIR)/dist/tarballs/apimachinery-apiserver-*.tgz"

generate: codegen ## Regenerate every zz_generated file, and docs/reference
	@echo "generating code of the runtime"
	@$(CODEGEN) $(META)
	@echo "generating code of the API server"
	@$(CODEGEN) $(GROUPS_OF_SERVER)
	@echo "generating code and reference pages of the pizza API"
	@$(CODEGEN)
	@$(CODEGEN) $(PAGES)
	@echo "generating code of $(CAFE)"
	@cd $(CAFE) && node ../../dist/bundle/cmd/codegen/main.cjs

verify-generated: codegen check-generated ## Check that every zz_generated file and docs/reference are current

check-generated:
	@$(CODEGEN) $(META) --check
	@$(CODEGEN) $(GROUPS_OF_SERVER) --check
	@$(CODEGEN) --check
	@$(CODEGEN) $(PAGES) --check
	@cd $(CAFE) && node ../../dist/bundle/cmd/codegen/main.cjs --check

words: ## Print the number of words of README and docs, without the changelog and generated pages
	@git ls-files --cached --others --exclude-standard README.md 'docs/*.md' | grep -v -x -E 'docs/($(GENERATED_PAGES)).md' | xargs wc -w | sort -n

lint: build ## Check the format of all TypeScript and run Oxlint with types, on generated code too
	@$(MAKE) --no-print-directory -j2 check-lint check-format

# Oxlint also reports the errors of the compiler. The second folder imports generated files that exist
# only in a copy, so that it is checked without types.
check-lint:
	@$(OXLINT) --type-aware --type-check --ignore-pattern 'test/corpus/kubernetes/*/**' .
	@$(OXLINT) test/corpus/kubernetes

check-format:
	@node node_modules/oxfmt/bin/oxfmt --list-different . || { echo "these files are not formatted: run make format"; exit 1; }

format: install ## Format all TypeScript, at 120 columns
	@node node_modules/oxfmt/bin/oxfmt .

peers: build ## Build etcd, Go's sample-apiserver, kube-apiserver and clients if Go, Python and Java with Maven are installed, for benchmarks and comparing tests
	@node dist/test/peers/build.js

# `make test` runs some of these tests, and `make test-all` the others, if they find a kubectl.
e2e: peers ## Build the newest kubectl and peers if Go is installed, and run the tests with kubectl; KUBECTL=path for another kubectl
ifeq ($(KUBECTL),)
	@if command -v go >/dev/null; then $(MAKE) --no-print-directory $(BUILT_KUBECTL); fi
endif
	@TEST_FORM=long $(VITEST) run --project quick test/interop test/demo
	@$(VITEST) run --project long test/peers

$(BUILT_KUBECTL): test/interop/kubectl/go.mod test/interop/kubectl/main.go
	@echo "building kubectl $(KUBECTL_VERSION): some minutes, once"
	@mkdir -p $(@D)
	@cd test/interop/kubectl && go build -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$(KUBECTL_VERSION)" -o ../../../$@ .

golden: build ## Rewrite the expected output of the golden cases, of the mistakes, of generated pages and of pictures: review the diff
	@UPDATE_GOLDEN=1 TEST_FORM=long $(VITEST) run --project quick test/golden test/mistakes test/reference test/docs/pictures.test.ts test/docs/markers-page.test.ts test/docs/problems-page.test.ts test/docs/options-page.test.ts

scale: build ## Kubernetes' API groups, from the npm package kubernetes-types: generate everything, compile it, run its round trips
	@$(VITEST) run --project soak test/corpus/scale.test.ts

bench-codegen: codegen ## Measure the command's run time and the size of its output; takes minutes, or with QUICK=1 one run each
	@$(TSC) -b test/bench/codegen
	@node dist/test/bench/codegen/main.js $(if $(QUICK),--quick)

bench: build ## Compare the speed of the generated code with other libraries
	@$(TSC) -b test/bench
	@node dist/test/bench/main.js

gate: build ## Compare functions that are made from schemas with the code that codegen generated before, and fail if they are slower
	@$(TSC) -b test/bench
	@node dist/test/bench/main.js Gate

bench-server: peers ## Compare the server with a bare node:http2 server, and with Go's sample-apiserver if Go is installed: minutes
	@$(TSC) -b test/bench
	@$(if $(shell command -v taskset),taskset -c 1) node dist/test/bench/server/main.js

bench-controllers: peers ## Compare a controller with the same controller in Go, if Go is installed: minutes
	@$(TSC) -b test/bench
	@node dist/test/bench/controllers/main.js

clean: ## Remove all built files
	rm -rf dist examples/cafe/dist runtime/dist client/dist apiserver/dist node_modules/.cache
