// Checked by the compiler alone: the callbacks of webhooks are typed from their kind.

import { App, Duration } from 'cdk8s';
import { z } from 'zod';
import {
  CustomResource,
  MutatingWebhook,
  Operator,
  type OperatorProps,
  ValidatingWebhook,
  WebhookCertificates,
} from '../../lib/index.ts';

class Database extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  spec: z.object({ engine: z.enum(['postgresql', 'mysql']), replicas: z.int32().default(3) }),
  status: z.object({ phase: z.string() }),
}) {}

const operator = new Operator(new App(), 'database-operator', { version: '1.0.0', image: 'database' });

new ValidatingWebhook(operator, 'NoShrink', {
  for: Database,
  timeout: Duration.seconds(5),
  validate: (next, previous, { user, isDryRun, operation, signal }) => {
    const replicas: number = next.spec.replicas;
    const phase: string | undefined = previous?.status.phase;
    const engine: 'postgresql' | 'mysql' = next.spec.engine;
    // @ts-expect-error there is no previous object where one is created
    previous.spec.engine;
    // @ts-expect-error a database has no size
    next.spec.size;
    // @ts-expect-error an object is stored, or would be: it has a spec
    next.spec = undefined;
    const isOurs: boolean = isDryRun || user.groups.includes('db') || operation !== 'DELETE' || signal.aborted;
    return isOurs ? [] : [{ field: 'spec.replicas', message: `${replicas} ${phase} ${engine}` }, { warning: 'mind' }];
  },
  validateDelete: async (resource) => [{ field: 'metadata.name', message: resource.metadata.uid }],
});

new ValidatingWebhook(operator, 'Finding', {
  for: Database,
  // @ts-expect-error a finding names the field that is to blame
  validate: () => [{ message: 'no' }],
});

new ValidatingWebhook(operator, 'Reason', {
  for: Database,
  // @ts-expect-error there is no such reason
  validate: () => [{ field: 'spec', message: 'no', reason: 'Unlucky' }],
});

new ValidatingWebhook(operator, 'Policy', {
  for: Database,
  // @ts-expect-error there is no such policy
  failurePolicy: 'Retry',
});

new MutatingWebhook(operator, 'Defaults', {
  for: Database,
  mutate: ({ spec, metadata }, _previous, { user }) => ({
    spec: { ...spec, replicas: spec.engine === 'mysql' ? 1 : spec.replicas },
    labels: { ...metadata.labels, creator: user.username },
  }),
});

new MutatingWebhook(operator, 'Least', { for: Database, mutate: () => ({ spec: { engine: 'mysql' } }) });
new MutatingWebhook(operator, 'Later', { for: Database, mutate: async () => ({ spec: { engine: 'mysql' } }) });

new MutatingWebhook(operator, 'Field', {
  for: Database,
  // @ts-expect-error a database has no size
  mutate: async () => ({ spec: { engine: 'mysql', size: 1 } }),
});

new MutatingWebhook(operator, 'Value', {
  for: Database,
  // @ts-expect-error no such engine
  mutate: () => ({ spec: { engine: 'oracle' } }),
});

new MutatingWebhook(operator, 'Status', {
  for: Database,
  // @ts-expect-error a status is not the webhook's to change
  mutate: ({ spec }) => ({ spec, status: { phase: 'Ready' } }),
});

// @ts-expect-error a mutating webhook mutates
new MutatingWebhook(operator, 'Nothing', { for: Database });

export const certificates: OperatorProps['webhooks'] = {
  certificates: WebhookCertificates.certManager({ name: 'ca', kind: 'ClusterIssuer' }),
};
// @ts-expect-error a Secret needs the authority that API servers are to trust
WebhookCertificates.secret('tls');
