# The interface for people and for CI. `make` alone prints this help.
.DEFAULT_GOAL := help
.PHONY: help run serve test install build codegen generate verify-generated lint bench bench-codegen golden clean

CODEGEN := node dist/cmd/codegen/main.js
# The pizza API, and the types that benchmarks run on.
APIS := apis test/bench/apis
# The runtime's meta/v1 is generated like everybody's types.
META := --config runtime/codegen.config.json

help: ## Print what each target does
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: generate build ## Install, build, regenerate apis/, and take a v1alpha1 pizza through defaulting and conversion and back
	@node dist/test/demo/main.js

serve: build ## Serve the pizza API over HTTPS on 127.0.0.1:8443; the objects are kept in pizza-apiserver.local
	@echo "in another terminal: kubectl --kubeconfig=pizza-apiserver.local/kubeconfig get pizzas"
	@node dist/cmd/pizza-apiserver/main.js --bind-address=127.0.0.1 --write-kubeconfig=pizza-apiserver.local/kubeconfig

test: lint verify-generated ## Install what is missing and pass every test
	@npx vitest run

install: node_modules/.package-lock.json ## Install what package-lock.json says

node_modules/.package-lock.json: package-lock.json package.json $(wildcard */package.json)
	npm ci --no-audit --no-fund
	@touch $@

build: install ## Compile everything to dist/
	@npm run --silent build

codegen: install ## Compile the command alone: it must run when generated files are missing or out of date
	@npm run --silent build:codegen

generate: codegen ## Regenerate every zz_generated file
	@$(CODEGEN) $(META)
	@$(CODEGEN) $(APIS)

verify-generated: codegen ## Prove that every zz_generated file is current
	@$(CODEGEN) $(META) --check
	@$(CODEGEN) $(APIS) --check

lint: build ## ESLint with types, on generated code too
	@npx tsc -p test
	@npx eslint . --max-warnings 0

golden: build ## Rewrite the expected output of the golden cases: review the diff
	@UPDATE_GOLDEN=1 npx vitest run test/golden

bench-codegen: codegen ## Time the command itself: cold, with nothing to do, after an edit under --watch
	@npx tsc -b test/bench
	@node dist/test/bench/command.js

bench: build ## Compare the generated code with what else there is, as ratios
	@npx tsc -b test/bench
	@node dist/test/bench/main.js

clean: ## Remove what was built
	rm -rf dist runtime/dist client/dist apiserver/dist node_modules/.cache
