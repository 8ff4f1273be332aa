// In: an operator and a cluster. Out: the state of its leader's Lease. Called by `doctor`.

import { formatObjectKey, knownKind } from '../../api/index.ts';
import { managerName } from '../../constructs/index.ts';
import { fieldAt, textAt } from '../../schema/index.ts';
import { liveNamed } from '../install/applied-manifest.ts';
import { type CheckPorts, type Diagnosis, logsCommand } from './diagnosis.ts';

const leaseKind = knownKind('coordination.k8s.io/v1', 'Lease');
const deploymentKind = knownKind('apps/v1', 'Deployment');

/** Checks that a manager leads; nothing while no manager is installed. */
export async function leaseDiagnoses({
  operator,
  namespace,
  client,
  clock,
}: CheckPorts): Promise<readonly Diagnosis[]> {
  const { name } = operator;
  if ((await liveNamed(client, deploymentKind, { name: managerName(name), namespace })) === undefined) return [];
  const title = `Lease ${formatObjectKey({ namespace, name })}`;
  const lease = await liveNamed(client, leaseKind, { name, namespace });
  const holder = textAt(lease?.spec, 'holderIdentity');
  if (lease === undefined || holder === '') {
    return [
      leaderlessDiagnosis(namespace, name, `${title} ${lease === undefined ? "doesn't exist" : 'has no holder'}`),
    ];
  }
  const ageSeconds = Math.round((clock.now() - Date.parse(textAt(lease.spec, 'renewTime'))) / 1000);
  const seconds = Number(fieldAt(lease.spec, 'leaseDurationSeconds'));
  const what = `${title}: ${holder} renewed it ${ageSeconds} s ago, by this machine's clock`;
  return ageSeconds <= seconds
    ? [{ state: 'ok', what }]
    : [
        {
          ...leaderlessDiagnosis(namespace, name, what),
          expected: `a renewal every few seconds; it is valid for ${seconds} s`,
        },
      ];
}

function leaderlessDiagnosis(namespace: string, name: string, what: string): Diagnosis {
  return {
    state: 'problem',
    what,
    expected: 'a manager that holds and renews it: no resource is reconciled without one',
    remedy: logsCommand(managerName(name), namespace),
  };
}
