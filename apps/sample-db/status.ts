import { k8s } from 'cdk8s-plus-28';
import type { StatusContext } from 'operand';
import type { SampleDB } from './api.ts';
import { credentialsName, type SampleDBServer } from './children.ts';
import { credentials } from './credentials.ts';

/** Returns the status of a SampleDB. */
export function status(context: StatusContext<typeof SampleDB, SampleDBServer>) {
  const { metadata, children, live } = context;
  const { readyReplicas = 0 } = live(children.statefulSet, k8s.KubeStatefulSet)?.status ?? {};
  const conditions = credentials.conditions(context);
  return {
    readyReplicas,
    ...(conditions.length > 0 && { credentials: credentialsName(metadata.name) }),
    conditions,
  };
}
