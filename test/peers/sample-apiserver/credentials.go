package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"

	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/client-go/util/cert"
	"k8s.io/client-go/util/keyutil"
)

// credentialFiles has the paths of the files that the server reads.
type credentialFiles struct {
	authority          string
	servingCertificate string
	servingKey         string
	kubeconfig         string
}

// keyPair is a certificate and its key, as PEM.
type keyPair struct {
	certificate []byte
	key         []byte
}

// writeCredentials creates an authority, a serving certificate, and a kubeconfig with an administrator's certificate.
func writeCredentials(folder, address string) (credentialFiles, error) {
	files := credentialFiles{
		authority:          filepath.Join(folder, "ca.crt"),
		servingCertificate: filepath.Join(folder, "apiserver.crt"),
		servingKey:         filepath.Join(folder, "apiserver.key"),
		kubeconfig:         filepath.Join(folder, "kubeconfig"),
	}
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return files, err
	}
	authority, err := cert.NewSelfSignedCACert(cert.Config{CommonName: "sample-apiserver-ca"}, authorityKey)
	if err != nil {
		return files, err
	}
	serving, err := issue(authority, authorityKey, &x509.Certificate{
		Subject:     pkix.Name{CommonName: "localhost"},
		DNSNames:    []string{"localhost"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	})
	if err != nil {
		return files, err
	}
	administrator, err := issue(authority, authorityKey, &x509.Certificate{
		Subject:     pkix.Name{CommonName: "admin", Organization: []string{"system:masters"}},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	})
	if err != nil {
		return files, err
	}
	authorityPEM, err := cert.EncodeCertificates(authority)
	if err != nil {
		return files, err
	}
	for path, content := range map[string][]byte{
		files.authority:          authorityPEM,
		files.servingCertificate: serving.certificate,
		files.servingKey:         serving.key,
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return files, err
		}
	}
	return files, writeKubeconfig(files.kubeconfig, "https://"+address, authorityPEM, administrator)
}

// issue creates a key, and a certificate that the authority signs.
func issue(authority *x509.Certificate, authorityKey crypto.Signer, template *x509.Certificate) (keyPair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return keyPair{}, err
	}
	template.SerialNumber, err = rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return keyPair{}, err
	}
	template.NotBefore = authority.NotBefore
	template.NotAfter = time.Now().Add(24 * time.Hour)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	signed, err := x509.CreateCertificate(rand.Reader, template, authority, key.Public(), authorityKey)
	if err != nil {
		return keyPair{}, err
	}
	parsed, err := x509.ParseCertificate(signed)
	if err != nil {
		return keyPair{}, err
	}
	certificatePEM, err := cert.EncodeCertificates(parsed)
	if err != nil {
		return keyPair{}, err
	}
	keyPEM, err := keyutil.MarshalPrivateKeyToPEM(key)
	return keyPair{certificate: certificatePEM, key: keyPEM}, err
}

func writeKubeconfig(path, address string, authority []byte, administrator keyPair) error {
	config := api.NewConfig()
	config.Clusters["wardle"] = &api.Cluster{Server: address, CertificateAuthorityData: authority}
	config.AuthInfos["admin"] = &api.AuthInfo{
		ClientCertificateData: administrator.certificate,
		ClientKeyData:         administrator.key,
	}
	config.Contexts["wardle"] = &api.Context{Cluster: "wardle", AuthInfo: "admin", Namespace: "default"}
	config.CurrentContext = "wardle"
	return clientcmd.WriteToFile(*config, path)
}
