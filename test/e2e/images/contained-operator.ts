// In: the files of a manager's image, and a cluster where its operator is installed. Out: that it does what it is for.
// Called by the test of the manager's image.

import assert from 'node:assert/strict';
import { chmod, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorProcess } from '../../../lib/testing/index.ts';
import type { InstalledOperator } from '../../apps/installed-operator.ts';

const container = fileURLToPath(new URL('container.ts', import.meta.url));

/**
 * Has an operator lead, and serve metrics and webhooks, in the files of its image, and end when it is asked to.
 *
 * @param root - directory of the files. @param mount - one that isn't there, for what it is given beside them.
 * @throws AssertionError unless it runs as the image's user, and ends well.
 */
export async function leadInContainer(installed: InstalledOperator, root: string, mount: string): Promise<void> {
  // What containers find in any image.
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
