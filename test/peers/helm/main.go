// helm is the command of Helm, for tests.
package main

import (
	"log/slog"
	"os"

	helmcmd "helm.sh/helm/v4/pkg/cmd"
	"helm.sh/helm/v4/pkg/kube"
)

func main() {
	// Without the name, Helm writes the name of the program into managedFields.
	kube.ManagedFieldsManager = "helm"
	command, err := helmcmd.NewRootCmd(os.Stdout, os.Args[1:], helmcmd.SetupLogging)
	if err != nil {
		slog.Error("helm does not start", slog.Any("error", err))
		os.Exit(1)
	}
	if command.Execute() != nil {
		os.Exit(1)
	}
}
