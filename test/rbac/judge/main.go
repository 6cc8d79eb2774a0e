// Command judge reads cases from standard input, one JSON document for each line, decides their
// requests with Kubernetes' RBAC authorizer, and prints one line for each: the outcomes of a run.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
)

// Case has roles and bindings, and requests as its steps.
type Case struct {
	Runs                int                         `json:"runs"`
	Roles               []rbacv1.Role               `json:"roles"`
	ClusterRoles        []rbacv1.ClusterRole        `json:"clusterRoles"`
	RoleBindings        []rbacv1.RoleBinding        `json:"roleBindings"`
	ClusterRoleBindings []rbacv1.ClusterRoleBinding `json:"clusterRoleBindings"`
	Steps               []Step                      `json:"steps"`
}

// Step is a request of a user.
type Step struct {
	User        string   `json:"user"`
	Groups      []string `json:"groups"`
	Verb        string   `json:"verb"`
	Path        string   `json:"path"`
	Namespace   string   `json:"namespace"`
	Group       string   `json:"group"`
	Resource    string   `json:"resource"`
	Subresource string   `json:"subresource"`
	Name        string   `json:"name"`
}

// Outcome is the decision about a request, and the rules of its user.
type Outcome struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
	Rules    int    `json:"rules"`
	Error    string `json:"error,omitempty"`
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
	store := &getters{given}
	judge := rbac.New(store, store, store, store)
	outcomes := []Outcome{}
	for _, step := range given.Steps {
		outcomes = append(outcomes, decide(judge, step))
	}
	text, err := json.Marshal([][]Outcome{outcomes})
	if err != nil {
		panic(err)
	}
	return text
}

func decide(judge *rbac.RBACAuthorizer, step Step) Outcome {
	who := &user.DefaultInfo{Name: step.User, Groups: step.Groups}
	decision, reason, err := judge.Authorize(context.Background(), authorizer.AttributesRecord{
		User: who, Verb: step.Verb, Path: step.Path, Namespace: step.Namespace, APIGroup: step.Group,
		Resource: step.Resource, Subresource: step.Subresource, Name: step.Name,
		ResourceRequest: step.Resource != "",
	})
	if err != nil {
		panic(err)
	}
	resources, paths, _, err := judge.RulesFor(context.Background(), who, step.Namespace)
	outcome := Outcome{Decision: "no opinion", Reason: reason, Rules: len(resources) + len(paths)}
	if decision == authorizer.DecisionAllow {
		outcome.Decision = "allow"
	}
	if err != nil {
		outcome.Error = err.Error()
	}
	return outcome
}

// getters answer as the listers of client-go do.
type getters struct {
	given Case
}

func (g *getters) GetRole(_ context.Context, namespace, name string) (*rbacv1.Role, error) {
	for i := range g.given.Roles {
		if role := &g.given.Roles[i]; role.Namespace == namespace && role.Name == name {
			return role, nil
		}
	}
	return nil, errors.NewNotFound(rbacv1.Resource("role"), name)
}

func (g *getters) GetClusterRole(_ context.Context, name string) (*rbacv1.ClusterRole, error) {
	for i := range g.given.ClusterRoles {
		if role := &g.given.ClusterRoles[i]; role.Name == name {
			return role, nil
		}
	}
	return nil, errors.NewNotFound(rbacv1.Resource("clusterrole"), name)
}

func (g *getters) ListRoleBindings(_ context.Context, namespace string) ([]*rbacv1.RoleBinding, error) {
	var found []*rbacv1.RoleBinding
	for i := range g.given.RoleBindings {
		if binding := &g.given.RoleBindings[i]; binding.Namespace == namespace {
			found = append(found, binding)
		}
	}
	return found, nil
}

func (g *getters) ListClusterRoleBindings(context.Context) ([]*rbacv1.ClusterRoleBinding, error) {
	var found []*rbacv1.ClusterRoleBinding
	for i := range g.given.ClusterRoleBindings {
		found = append(found, &g.given.ClusterRoleBindings[i])
	}
	return found, nil
}

