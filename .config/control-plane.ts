// Makes sure that the binaries of the control plane exist before the tests start, where the progress of their build is
// seen and no test waits for it. Called by `pretest:only` in package.json.

import { locateBinaries } from '../lib/testing/control-plane/binary.ts';
import { ToolchainError } from '../lib/testing/index.ts';

try {
  const all = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl', 'kwok'] as const;
  const { signal } = new AbortController();
  for (const release of ['current', 'oldest'] as const) await locateBinaries(release, all, signal);
} catch (error) {
  if (!(error instanceof ToolchainError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
