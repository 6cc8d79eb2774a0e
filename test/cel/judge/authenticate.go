package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"

	"k8s.io/apiserver/pkg/apis/apiserver"
	apiserverv1 "k8s.io/apiserver/pkg/apis/apiserver/v1"
	"k8s.io/apiserver/pkg/apis/apiserver/validation"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	"k8s.io/apiserver/plugin/pkg/authenticator/token/oidc"
)

// User is the user of a token.
type User struct {
	Name   string              `json:"name"`
	UID    string              `json:"uid"`
	Groups []string            `json:"groups"`
	Extra  map[string][]string `json:"extra"`
}

// unverified accepts every signature, and returns the claims of the token.
type unverified struct{}

func (unverified) VerifySignature(_ context.Context, token string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
}

var claimsCompiler = authenticationcel.NewDefaultCompiler()

func authenticate(step Step) Outcome {
	given := apiserverv1.JWTAuthenticator{}
	must(json.Unmarshal(step.Issuer, &given))
	issuer := apiserver.JWTAuthenticator{}
	must(apiserverv1.Convert_v1_JWTAuthenticator_To_apiserver_JWTAuthenticator(&given, &issuer, nil))
	configuration := &apiserver.AuthenticationConfiguration{JWT: []apiserver.JWTAuthenticator{issuer}}
	if problems := validation.ValidateAuthenticationConfiguration(claimsCompiler, configuration, nil); len(problems) > 0 {
		texts := []string{}
		for _, problem := range problems {
			texts = append(texts, typeNames(problem.Error()))
		}
		return Outcome{Error: strings.Join(texts, "\n")}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	authenticator, err := oidc.New(ctx, oidc.Options{JWTAuthenticator: issuer, KeySet: unverified{}, Compiler: claimsCompiler})
	must(err)
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"RS256"}`))
	token := header + "." + base64.RawURLEncoding.EncodeToString([]byte(step.Claims)) + ".AAAA"
	response, ok, err := authenticator.AuthenticateToken(ctx, token)
	if err != nil {
		return Outcome{Error: typeNames(err.Error())}
	}
	if !ok {
		return Outcome{Error: "not authenticated"}
	}
	user := User{Name: response.User.GetName(), UID: response.User.GetUID(), Groups: response.User.GetGroups(), Extra: response.User.GetExtra()}
	if user.Groups == nil {
		user.Groups = []string{}
	}
	if user.Extra == nil {
		user.Extra = map[string][]string{}
	}
	return Outcome{User: &user}
}
