// Builds the tools that tests run, so that progress is visible and no test waits for it: the control plane's binaries,
// the official tools that validate catalogs and images, and their CRDs. Run by `pretest:only` in package.json.

import { locateBinaries } from '../lib/testing/control-plane/binary.ts';
import { ToolchainError } from '../lib/testing/index.ts';
import { publishedDefinitions } from '../test/import/definitions/published-definition.ts';
import { foreignTools } from '../test/oci/foreign-tools.ts';
import { Opm } from '../test/olm/catalog/opm-tool.ts';
import { toolReports } from '../test/olm/validation/tools/bundle-tools.ts';

try {
  const all = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok'] as const;
  const { signal } = new AbortController();
  for (const release of ['current', 'oldest'] as const) await locateBinaries(release, all, signal);
  await Opm.build(signal);
  await toolReports([], signal);
  await foreignTools();
  await publishedDefinitions('prometheus-operator');
} catch (error) {
  if (!ToolchainError.is(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
