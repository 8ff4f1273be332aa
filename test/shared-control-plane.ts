import { after } from 'node:test';
import { ControlPlane } from '../lib/testing/index.ts';

type Release = 'current' | 'oldest';

const started = new Map<Release, Promise<ControlPlane>>();

/**
 * Returns a control plane without controllers, which the test files of a process share: each has kinds and objects of its own,
 * and stops nothing.
 */
export function sharedControlPlane(release: Release = 'current'): Promise<ControlPlane> {
  const controlPlane = started.get(release) ?? ControlPlane.start({ components: [], apiServer: { release } });
  started.set(release, controlPlane);
  return controlPlane;
}

after(async () => {
  for (const controlPlane of started.values()) await (await controlPlane).stop();
});
