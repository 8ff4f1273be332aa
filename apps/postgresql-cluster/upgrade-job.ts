// In: the record of the data. Out: the Job that upgrades them, and its state. Called for children and reconcile.

import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Observed, Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import type { ClusterPod } from './member.ts';
import { namesOf, upgradeLabelsOf } from './names.ts';
import { scriptPod } from './script-pod.ts';
import { major, type UpgradeJob } from './upgrade.ts';

export interface DataUpgradeProps {
  readonly cluster: string;
  readonly spec: Spec<typeof PostgreSQLCluster>;
  readonly image: string;
  /** The version of the data. */
  readonly from: string;
  readonly to: string;
  /** Ends the pods of the Job. */
  readonly isSuspended: boolean;
}

/** The Job that upgrades the data of the first server, while there are no servers. */
export class DataUpgrade extends Construct {
  constructor(scope: Construct, id: string, props: DataUpgradeProps) {
    super(scope, id);
    const labels = upgradeLabelsOf(props.cluster);
    new k8s.KubeJob(this, 'Job', {
      metadata: { name: namesOf(props.cluster).upgrade, labels },
      spec: {
        backoffLimit: 2,
        suspend: props.isSuspended,
        // Two pods never write into one volume.
        podReplacementPolicy: 'Failed',
        template: { metadata: { labels }, spec: upgradePod(props) },
      },
    });
  }
}

function upgradePod({ cluster, spec, image, from, to }: DataUpgradeProps): k8s.PodSpec {
  return scriptPod({
    ...{ cluster, spec, image, script: 'upgrade' },
    env: [
      { name: 'FROM', value: String(major(from)) },
      { name: 'TO', value: String(major(to)) },
      { name: 'IMAGE', value: image },
    ],
    data: { persistentVolumeClaim: { claimName: `data-${cluster}-0` } },
  });
}

/** Returns the state of the Job of an upgrade, from the Job and from its pods. */
export function upgradeJob(
  job: Observed<typeof k8s.KubeJob> | undefined,
  pods: readonly Observed<typeof ClusterPod>[],
): UpgradeJob {
  const { active = 0, terminating = 0, conditions = [] } = job?.status ?? {};
  const isTrue = (type: string) => conditions.some((each) => each.type === type && each.status === 'True');
  if (job === undefined || isTrue('Suspended')) {
    const isOver = active + terminating === 0 && pods.every((pod) => pod.isOver);
    return isOver ? 'none' : 'running';
  }
  const own = pods.filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === job.metadata.uid));
  const ends = own.flatMap(({ terminated }) => terminated ?? []);
  if (isTrue('Failed')) {
    // A kubelet may end a pod before its container starts.
    const rejection = own.find(({ isOver, terminated }) => isOver && terminated === undefined)?.message;
    const message = ends.find(({ exitCode }) => exitCode !== 0)?.message ?? rejection;
    return { error: message ?? 'the Job has failed, and no pod reports why' };
  }
  if (!isTrue('Complete')) return 'running';
  const { message = 'the Job has ended, and no pod reports how' } = ends.find(({ exitCode }) => exitCode === 0) ?? {};
  return /^[0-9]{1,20}$/.test(message) ? { identifier: message } : { error: message };
}
