// Command sample-apiserver is Kubernetes' sample-apiserver, which serves without a kube-apiserver.
//
// The module's own command needs a kube-apiserver for its admission plugins, and for authentication and authorization.
// This command leaves these parts out. It creates its certificates and a kubeconfig in the folder --data-dir,
// authenticates clients by their certificates, and authorizes the group system:masters. It serves on a free port of
// 127.0.0.1, and prints `serving on https://HOST:PORT` when it is ready.
package main

import (
	"context"
	"fmt"
	"net"
	"os"

	"github.com/spf13/cobra"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/component-base/cli"
	"k8s.io/sample-apiserver/pkg/cmd/server"
)

// Admission plugins that read objects of a kube-apiserver.
var needKubeAPIServer = []string{
	"NamespaceLifecycle",
	"MutatingAdmissionPolicy",
	"MutatingAdmissionWebhook",
	"ValidatingAdmissionPolicy",
	"ValidatingAdmissionWebhook",
}

func main() {
	options := server.NewWardleServerOptions(os.Stdout, os.Stderr)
	recommended := options.RecommendedOptions
	recommended.Features.EnablePriorityAndFairness = false
	recommended.Authentication.RemoteKubeConfigFileOptional = true
	recommended.Authentication.SkipInClusterLookup = true
	recommended.Authorization.RemoteKubeConfigFileOptional = true
	recommended.Admission.DisablePlugins = needKubeAPIServer

	command := server.NewCommandStartWardleServer(genericapiserver.SetupSignalContext(), options, false)
	folder := command.Flags().String("data-dir", "", "folder for certificates and the kubeconfig")
	command.RunE = func(command *cobra.Command, arguments []string) error {
		if err := listen(options, *folder); err != nil {
			return err
		}
		if err := options.Complete(); err != nil {
			return err
		}
		if err := options.Validate(arguments); err != nil {
			return err
		}
		return run(command.Context(), options)
	}
	os.Exit(cli.Run(command))
}

// listen opens the port and creates the files in the folder.
func listen(options *server.WardleServerOptions, folder string) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	files, err := writeCredentials(folder, listener.Addr().String())
	if err != nil {
		return err
	}
	recommended := options.RecommendedOptions
	// Admission needs a client of a kube-apiserver, but nothing here sends a request with it.
	recommended.CoreAPI.CoreAPIKubeconfigPath = files.kubeconfig
	recommended.SecureServing.Listener = listener
	recommended.SecureServing.BindPort = listener.Addr().(*net.TCPAddr).Port
	recommended.SecureServing.ServerCert.CertKey.CertFile = files.servingCertificate
	recommended.SecureServing.ServerCert.CertKey.KeyFile = files.servingKey
	recommended.Authentication.ClientCert.ClientCA = files.authority
	return nil
}

// run does the same as options.RunWardleServer, without the informers of a kube-apiserver.
func run(ctx context.Context, options *server.WardleServerOptions) error {
	config, err := options.Config()
	if err != nil {
		return err
	}
	wardle, err := config.Complete().New()
	if err != nil {
		return err
	}
	wardle.GenericAPIServer.AddPostStartHookOrDie("start-sample-server-informers",
		func(hook genericapiserver.PostStartHookContext) error {
			options.SharedInformerFactory.Start(hook.Done())
			options.SharedInformerFactory.WaitForCacheSync(hook.Done())
			fmt.Printf("serving on https://%s\n", options.RecommendedOptions.SecureServing.Listener.Addr())
			return nil
		})
	return wardle.GenericAPIServer.PrepareRun().RunWithContext(ctx)
}
