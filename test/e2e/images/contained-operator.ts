// Runs a manager from the files of its image, for an operator that is installed in a cluster. Called by the test of the
// manager's image.

import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import type { InstalledOperator } from '../../apps/installed-operator.ts';

const container = fileURLToPath(new URL('container.ts', import.meta.url));

/**
 * Starts an operator in the files of its image, until it leads and serves metrics and webhooks, and stops it.
 *
 * @param root - the directory of the files.
 * @param mount - a new directory for its kubeconfig and certificates.
 * @throws AssertionError unless it runs as the image's user and ends with exit code 0.
 */
export async function leadInContainer(installed: InstalledOperator, root: string, mount: string): Promise<void> {
  // Directories that the container runtime creates in any image.
  for (const path of ['mnt', 'proc']) await mkdir(join(root, path), { recursive: true });
  await mkdir(mount);
  await copyFile(installed.kubeconfig, join(mount, 'kubeconfig'));
  await chmod(join(mount, 'kubeconfig'), 0o644);

  const operator = await OperatorProcess.start(installed.controlPlane, {
    program: container,
    kubeconfig: '/mnt/kubeconfig',
    env: { ROOT: root, MOUNT: mount },
    args: ['--leader-elect', '--metrics-address=https://127.0.0.1:0', '--webhook-url=https://127.0.0.1'],
  });
  await operator.ready();
  await operator.logged('leading');
  const status = await readFile(`/proc/${operator.pid}/status`, 'utf8');
  assert.match(status, /^Uid:\t65532\t65532\t65532\t65532$/m);
  assert.match(status, /^Gid:\t65532\t65532\t65532\t65532$/m);
  assert.equal((await operator.stop()).code, 0);
}
