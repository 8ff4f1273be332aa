// Prepares this machine for tests that start nodes: Debian packages, built binaries, and container images. Run by
// `pretest:e2e` in package.json. Installs packages only as root, and prints each step.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { missingPackages } from '../lib/testing/cluster/machine-requirement.ts';
import { locateNodeBinaries } from '../lib/testing/cluster/node-binary.ts';
import { locateBinaries } from '../lib/testing/control-plane/binary.ts';
import { ToolchainError } from '../lib/testing/index.ts';
import { objectServer } from '../test/e2e/images/object-server.ts';
import { workloadNames } from '../test/e2e/images/workload.ts';
import { workloadImage } from '../test/e2e/images/workload-image.ts';

try {
  const packages = [...missingPackages(), ...missingBrowser()];
  if (packages.length > 0 && process.getuid?.() === 0) install(packages);
  const { signal } = new AbortController();
  await locateBinaries(
    'current',
    ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'],
    signal,
  );
  await locateNodeBinaries(signal);
  await objectServer();
  for (const name of workloadNames) await workloadImage(name);
} catch (error) {
  if (!ToolchainError.is(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Returns the Debian package of the browser that shows the dashboard, if it isn't installed. */
function missingBrowser(): readonly string[] {
  return existsSync('/usr/bin/chromium') ? [] : ['chromium'];
}

/** The output of apt-get goes to the output of this program. */
function install(packages: readonly string[]): void {
  process.stderr.write(`installing ${packages.join(', ')}, which nodes and the test of the dashboard need\n`);
  execFileSync('apt-get', ['update'], { stdio: 'inherit' });
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], { stdio: 'inherit' });
}
