// Command judge reads cases from standard input, one JSON document for each line, sends their
// requests through the impersonation filter of k8s.io/apiserver, and prints one line for each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/filters/impersonation"
	"k8s.io/apiserver/pkg/endpoints/request"
)

// Case is a sequence of requests to one filter, whose authorizer depends on the two numbers.
type Case struct {
	Seed    int    `json:"seed"`
	Allowed int    `json:"allowed"`
	Steps   []Step `json:"steps"`
}

// Step is a request of a user who impersonates another one.
type Step struct {
	User      string              `json:"user"`
	Extra     map[string][]string `json:"extra"`
	Headers   map[string][]string `json:"headers"`
	Resource  bool                `json:"resource"`
	Verb      string              `json:"verb"`
	Namespace string              `json:"namespace"`
	Name      string              `json:"name"`
}

// Outcome is the result of a request.
type Outcome struct {
	Asked   []string            `json:"asked"`
	Code    int                 `json:"code"`
	Message string              `json:"message"`
	Name    string              `json:"name"`
	UID     string              `json:"uid"`
	Groups  []string            `json:"groups"`
	Extra   map[string][]string `json:"extra"`
}

func main() {
	reader := bufio.NewReaderSize(os.Stdin, 1<<20)
	writer := bufio.NewWriter(os.Stdout)
	for {
		line, err := reader.ReadBytes('\n')
		if len(line) > 1 {
			writer.Write(answer(line))
			writer.WriteByte('\n')
		}
		if err != nil || reader.Buffered() == 0 {
			writer.Flush()
		}
		if err != nil {
			return
		}
	}
}

func answer(line []byte) []byte {
	var given Case
	if err := json.Unmarshal(line, &given); err != nil {
		panic(err)
	}
	text, err := json.Marshal([][]Outcome{replay(given)})
	if err != nil {
		panic(err)
	}
	return text
}

func replay(given Case) []Outcome {
	scheme := runtime.NewScheme()
	metav1.AddToGroupVersion(scheme, schema.GroupVersion{Version: "v1"})
	codecs := serializer.NewCodecFactory(scheme).WithoutConversion()
	var asked []string
	judge := authorizer.AuthorizerFunc(func(_ context.Context, a authorizer.Attributes) (authorizer.Decision, string, error) {
		text := describe(a)
		asked = append(asked, text)
		if isAllowed(given, text) {
			return authorizer.DecisionAllow, "", nil
		}
		return authorizer.DecisionNoOpinion, "reason", nil
	})
	var found user.Info
	next := http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		found, _ = request.UserFrom(req.Context())
	})
	handler := impersonation.WithConstrainedImpersonation(next, judge, codecs)
	outcomes := []Outcome{}
	for _, step := range given.Steps {
		asked, found = []string{}, nil
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, requestOf(step))
		outcome := Outcome{Asked: asked, Code: recorder.Code, Groups: []string{}, Extra: map[string][]string{}}
		if found == nil {
			var status metav1.Status
			if err := json.Unmarshal(recorder.Body.Bytes(), &status); err != nil {
				panic(err)
			}
			outcome.Message = status.Message
		} else {
			outcome.Name, outcome.UID = found.GetName(), found.GetUID()
			outcome.Groups = append(outcome.Groups, found.GetGroups()...)
			for key, values := range found.GetExtra() {
				outcome.Extra[key] = values
			}
		}
		outcomes = append(outcomes, outcome)
	}
	return outcomes
}

func requestOf(step Step) *http.Request {
	req := httptest.NewRequest("GET", "/x", nil)
	for name, values := range step.Headers {
		req.Header[http.CanonicalHeaderKey(name)] = values
	}
	info := &request.RequestInfo{IsResourceRequest: step.Resource, Verb: step.Verb, Path: "/x"}
	if step.Resource {
		info.APIGroup, info.APIVersion, info.Resource = "g", "v1", "pizzas"
		info.Namespace, info.Name = step.Namespace, step.Name
	}
	ctx := request.WithRequestInfo(req.Context(), info)
	return req.WithContext(request.WithUser(ctx, &user.DefaultInfo{Name: step.User, Extra: step.Extra}))
}

func describe(a authorizer.Attributes) string {
	keys := []string{}
	for key := range a.GetUser().GetExtra() {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	parts := []string{
		a.GetUser().GetName(), strings.Join(keys, ","), a.GetVerb(), a.GetAPIGroup(), a.GetAPIVersion(),
		a.GetResource(), a.GetSubresource(), a.GetNamespace(), a.GetName(),
	}
	if !a.IsResourceRequest() {
		parts = append(parts, a.GetPath())
	}
	return strings.Join(parts, "|")
}

// isAllowed decides by a checksum, so that both sides need no list of permissions.
func isAllowed(given Case, text string) bool {
	sum := given.Seed
	for _, b := range []byte(text) {
		sum = (sum*31 + int(b)) % 1000003
	}
	return sum%100 < given.Allowed
}
