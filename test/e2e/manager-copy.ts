// Creates a copy of the manager's pod, which a test can harm without an effect on other tests. Called by the test of
// the manager's probes.

import { patience } from '../kubectl.ts';
import type { InstalledRelease } from './installed-release.ts';
import { managerProcess } from './pod-process.ts';
import { podRestarted } from './restarted-pod.ts';

const name = 'copy';

/** Longer than the pod sleeps before SIGTERM; more would only delay the test. */
const terminationGracePeriodSeconds = 6;

/** A pod of the manager's template that belongs to no Service and no Deployment: it stands by. */
export class ManagerCopy {
  readonly #release: InstalledRelease;

  /**
   * Creates a copy, and stops its process once it is Ready, as an endless loop would. The namespace's deletion deletes
   * it.
   */
  static async hanging(release: InstalledRelease): Promise<ManagerCopy> {
    const { namespace, manager } = release;
    const deployment = await release.get('deployment', manager, namespace);
    if (deployment === undefined) throw new Error(`there is no deployment ${manager}`);
    const { template } = deployment.spec as { template: { spec: object } };
    const spec = { ...template.spec, terminationGracePeriodSeconds };
    await release.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name }, spec });
    await release.kubectl('wait', `pod/${name}`, '-n', namespace, '--for=condition=Ready', patience);
    const pod = await release.get('pod', name, namespace);
    if (pod === undefined) throw new Error('the copy of the manager is gone');
    process.kill(managerProcess(pod), 'SIGSTOP');
    return new ManagerCopy(release);
  }

  private constructor(release: InstalledRelease) {
    this.#release = release;
  }

  /** Resolves when its kubelet has restarted it, and it is Ready again. */
  async restarted(): Promise<void> {
    await podRestarted(this.#release, name);
  }
}
