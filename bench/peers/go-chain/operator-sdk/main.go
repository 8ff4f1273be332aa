// Command operator-sdk with the commands that the chain uses, built inside its own module: what else there is of it, the
// scaffolding of projects above all, is left out, so that it needs fewer modules and starts no later.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/operator-framework/operator-sdk/internal/cmd/operator-sdk/bundle"
	"github.com/operator-framework/operator-sdk/internal/cmd/operator-sdk/generate"
)

func main() {
	root := &cobra.Command{Use: "operator-sdk"}
	root.AddCommand(bundle.NewCmd(), generate.NewCmd())
	if err := root.Execute(); err != nil {
		os.Exit(1)
	}
}
