// Reads a JSON list of objects, and writes a list of what kstatus says of each.
package main

import (
	"encoding/json"
	"log"
	"os"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/cli-utils/pkg/kstatus/status"
)

func main() {
	var objects []json.RawMessage
	if err := json.NewDecoder(os.Stdin).Decode(&objects); err != nil {
		log.Fatal(err)
	}
	results := make([]string, 0, len(objects))
	for _, text := range objects {
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(text); err != nil {
			log.Fatal(err)
		}
		result, err := status.Compute(object)
		if err != nil {
			log.Fatal(err)
		}
		results = append(results, string(result.Status))
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		log.Fatal(err)
	}
}
