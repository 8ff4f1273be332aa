import { patience } from '../kubectl.ts';
import type { InstalledRelease } from './installed-release.ts';

/**
 * Resolves when the kubelet has restarted the container of an operator's pod at least once, and the pod is Ready again.
 */
export async function podRestarted(release: InstalledRelease, name: string): Promise<void> {
  const ended = 'jsonpath={.status.containerStatuses[0].lastState.terminated.exitCode}';
  for (const condition of [ended, 'condition=Ready']) {
    await release.kubectl('wait', `pod/${name}`, '-n', release.namespace, `--for=${condition}`, patience);
  }
}
