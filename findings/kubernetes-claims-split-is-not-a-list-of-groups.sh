#!/bin/sh
# In the authentication configuration of Kubernetes, `claims.roles.split(",")` is refused as groups.
#
# k8s.io/apiserver v0.37.2 (Kubernetes 1.37). The type of the expression is list(string), the server
# starts with it, and each token is then refused: "expression must return a string or a list of
# strings". With `.map(role, role)` behind it, the same list is accepted. The conversion of the value
# (convertCELValueToStringList) accepts the Go types []any and []ref.Val; the lists of split, findAll
# and getQuery are []string.
# The variable `claims` is also not the map that its type says: `size(claims)` and `"sub" in claims`
# are errors of each evaluation, and a loop over `claims` visits the values instead of the keys, because
# lazy.MapValue has no such traits, and its iterator returns values.
# Source: plugin/pkg/authenticator/token/oidc/oidc.go, pkg/cel/lazy/lazy.go, and the runs below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
go mod init claims >/dev/null 2>&1
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/plugin/pkg/authenticator/token/oidc"
	"k8s.io/klog/v2"
)

type unverified struct{}

func (unverified) VerifySignature(_ context.Context, token string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	claims := `{"iss":"https://issuer.example.com","aud":"pizza","exp":8589934592,"sub":"alice","roles":"a,b"}`
	encode := base64.RawURLEncoding.EncodeToString
	token := encode([]byte(`{"alg":"RS256"}`)) + "." + encode([]byte(claims)) + ".AAAA"
	prefix := ""
	for _, groups := range []string{
		`claims.roles.split(",")`,
		`claims.roles.split(",").map(role, role)`,
		`"sub" in claims ? ["yes"] : ["no"]`,
		`claims.exists(key, key == "alice") ? ["values"] : ["keys"]`,
	} {
		issuer := apiserver.JWTAuthenticator{Issuer: apiserver.Issuer{URL: "https://issuer.example.com", Audiences: []string{"pizza"}}}
		issuer.ClaimMappings.Username = apiserver.PrefixedClaimOrExpression{Claim: "sub", Prefix: &prefix}
		issuer.ClaimMappings.Groups.Expression = groups
		authenticator, err := oidc.New(context.Background(), oidc.Options{JWTAuthenticator: issuer, KeySet: unverified{}})
		if err != nil {
			panic(err)
		}
		response, _, err := authenticator.AuthenticateToken(context.Background(), token)
		if err != nil {
			fmt.Printf("%s -> %v\n", groups, err)
			continue
		}
		fmt.Printf("%s -> %v\n", groups, response.User.GetGroups())
	}
}
GO
go get k8s.io/apiserver@v0.37.2 >/dev/null 2>&1
go mod tidy >/dev/null 2>&1
go run . | tee output
cat > expected <<'TEXT'
claims.roles.split(",") -> oidc: error evaluating group claim expression: expression must return a string or a list of strings
claims.roles.split(",").map(role, role) -> [a b]
"sub" in claims ? ["yes"] : ["no"] -> oidc: error evaluating group claim expression: expression '"sub" in claims ? ["yes"] : ["no"]' resulted in error: no such overload
claims.exists(key, key == "alice") ? ["values"] : ["keys"] -> [values]
TEXT
diff expected output
