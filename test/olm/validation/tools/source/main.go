// Reports what the tools of operator-framework reject of bundles: operator-sdk's validators, and opm's reader.
//
// Arguments: directories of bundles. Output: JSON, directory → tool → errors.
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"os"
	"path/filepath"

	"github.com/operator-framework/api/pkg/manifests"
	"github.com/operator-framework/api/pkg/validation"
	"github.com/operator-framework/operator-registry/alpha/action"
	"github.com/operator-framework/operator-registry/alpha/declcfg"
	"github.com/operator-framework/operator-registry/pkg/lib/bundle"
	"github.com/sirupsen/logrus"
)

func main() {
	logrus.SetOutput(io.Discard)
	reports := map[string]map[string][]string{}
	for _, directory := range os.Args[1:] {
		reports[directory] = map[string][]string{
			"operator-sdk": append(formatErrors(directory), contentErrors(directory)...),
			"opm":          renderErrors(directory),
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(reports); err != nil {
		log.Fatal(err)
	}
}

// formatErrors are those of the layout and the metadata.
func formatErrors(directory string) []string {
	logger := logrus.NewEntry(logrus.StandardLogger())
	err := bundle.NewImageValidator(nil, logger).ValidateBundleFormat(directory)
	if invalid, ok := err.(bundle.ValidationError); ok {
		return texts(invalid.Errors)
	}
	return texts([]error{err})
}

// contentErrors are those of the validators that are always on.
func contentErrors(directory string) []string {
	loaded, err := manifests.GetBundleFromDir(filepath.Join(directory, "manifests"))
	if err != nil {
		return texts([]error{err})
	}
	errors := []string{}
	errors = append(errors, unsupportedKinds(loaded)...)
	objects := loaded.ObjectsToValidate()
	for _, object := range loaded.Objects {
		objects = append(objects, object)
	}
	for _, result := range validation.DefaultBundleValidators.Validate(objects...) {
		for _, problem := range result.Errors {
			errors = append(errors, problem.Error())
		}
	}
	return errors
}

func unsupportedKinds(loaded *manifests.Bundle) []string {
	errors := []string{}
	for _, object := range loaded.Objects {
		if supported, _ := bundle.IsSupported(object.GetKind()); !supported {
			errors = append(errors, "unsupported media type registry+v1 for bundle object "+object.GetKind())
		}
	}
	return errors
}

func renderErrors(directory string) []string {
	render := action.Render{Refs: []string{directory}, AllowedRefMask: action.RefBundleDir}
	catalog, err := render.Run(context.Background())
	if err != nil || len(catalog.Bundles) == 0 {
		return texts([]error{err})
	}
	// opm validates bundles as parts of a catalog.
	rendered := &catalog.Bundles[0]
	rendered.Image = "example.com/bundle:v1"
	catalog.Packages = []declcfg.Package{{Schema: declcfg.SchemaPackage, Name: rendered.Package, DefaultChannel: "all"}}
	catalog.Channels = []declcfg.Channel{{
		Schema:  declcfg.SchemaChannel,
		Name:    "all",
		Package: rendered.Package,
		Entries: []declcfg.ChannelEntry{{Name: rendered.Name}},
	}}
	_, err = declcfg.ConvertToModel(*catalog)
	return texts([]error{err})
}

func texts(errors []error) []string {
	found := []string{}
	for _, err := range errors {
		if err != nil {
			found = append(found, err.Error())
		}
	}
	return found
}
