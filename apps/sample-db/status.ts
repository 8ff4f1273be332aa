import { k8s } from 'cdk8s-plus-28';
import type { ConditionReport, StatusContext } from 'operand';
import type { SampleDB } from './api.ts';
import { credentialsName, type SampleDBServer } from './children.ts';
import { CredentialsSecret } from './credentials.ts';

/** Returns the status of a SampleDB. */
export function status(context: StatusContext<typeof SampleDB, SampleDBServer>) {
  const { metadata, resource, children, references, live } = context;
  const { readyReplicas = 0 } = live(children.statefulSet, k8s.KubeStatefulSet)?.status ?? {};
  const secret = credentialsName(metadata.name);
  const isFound = references(CredentialsSecret, secret) !== undefined;
  if (!isFound && resource.status?.credentials === undefined) return { readyReplicas };
  return { readyReplicas, credentials: secret, conditions: [credentialsCondition(secret, { isFound })] };
}

/** Returns the condition of the Secret. A lost one isn't replaced: the data keep their password. */
function credentialsCondition(secret: string, { isFound }: { readonly isFound: boolean }): ConditionReport {
  const type = 'CredentialsFound';
  return isFound
    ? { type, status: 'True', reason: 'Found', message: `the Secret ${secret} has the password` }
    : {
        type,
        status: 'False',
        reason: 'SecretMissing',
        message: `the Secret ${secret} is gone: create it again with the username and the password of the data`,
      };
}
