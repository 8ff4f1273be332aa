// In: a client. Out: whether its API server answers, and has a release that the operators support. Called by `doctor`.

import compare from 'semver/functions/compare.js';
import type { Client } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import { oldestKubernetes } from '../../olm/bundle/index.ts';
import type { Diagnosis } from './diagnosis.ts';

/**
 * Checks the release of an API server.
 *
 * @throws ApiError or ConnectionError if it doesn't answer.
 */
export async function serverDiagnoses(
  client: Pick<Client, 'serverVersion'>,
  server: string,
  operators: readonly Operator[],
): Promise<readonly Diagnosis[]> {
  const { gitVersion, major, minor } = await client.serverVersion();
  // Distributions append to the numbers, such as -gke.100 or +k3s1.
  const numbers = /^v(?<numbers>\d+\.\d+\.\d+)/.exec(gitVersion)?.groups?.numbers;
  const release = numbers ?? `${major}.${Number.parseInt(minor, 10)}.0`;
  const what = `API server ${server}: Kubernetes ${gitVersion}`;
  const older = operators.flatMap(({ name, props }): Diagnosis[] => {
    const oldest = props.bundle?.minKubeVersion ?? oldestKubernetes([]);
    if (compare(release, oldest) >= 0) return [];
    return [{ state: 'problem', what, expected: `${name} needs ${oldest} or later`, remedy: 'upgrade the cluster' }];
  });
  return older.length > 0 ? older : [{ state: 'ok', what }];
}
