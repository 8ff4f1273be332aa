// The cluster's DNS server: CoreDNS with the plugins that the cluster's Corefile names, and no others.
package main

import (
	"github.com/coredns/coredns/core/dnsserver"
	"github.com/coredns/coredns/coremain"

	_ "github.com/coredns/coredns/plugin/bind"
	_ "github.com/coredns/coredns/plugin/errors"
	_ "github.com/coredns/coredns/plugin/kubernetes"
	_ "github.com/coredns/coredns/plugin/ready"
	_ "github.com/coredns/coredns/plugin/template"
)

func init() {
	// In this order a question passes them.
	dnsserver.Directives = []string{"bind", "ready", "errors", "kubernetes", "template"}
}

func main() {
	coremain.Run()
}
