// Checked by the compiler alone: the callbacks of webhooks are typed from their kind.

import { App, Duration } from 'cdk8s';
import { z } from 'zod';
import {
  type AdmissionFinding,
  CustomResource,
  MutatingWebhook,
  type Mutation,
  Operator,
  type OperatorProps,
  type Resource,
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
  validate: ({ resource: next, previous, request: { user, isDryRun, operation }, signal }) => {
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
  validateDelete: async ({ resource }) => [{ field: 'metadata.name', message: resource.metadata.uid }],
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

new ValidatingWebhook(operator, 'Misspelt', {
  for: Database,
  // @ts-expect-error it is called reason
  validate: () => [{ field: 'spec', message: 'no', reson: 'FieldValueInvalid' }],
});

new ValidatingWebhook(operator, 'MisspeltInABranch', {
  for: Database,
  // @ts-expect-error it is called reason
  validate: async ({ spec }) => (spec.replicas > 1 ? [] : [{ field: 'spec', message: 'no', reson: 'Invalid' }]),
});

new ValidatingWebhook(operator, 'MisspeltWarning', {
  for: Database,
  // @ts-expect-error it is called warning
  validateDelete: () => [{ warnings: 'mind' }],
});

declare const findings: (resource: Pick<Resource<typeof Database>, 'spec'>) => AdmissionFinding[];
declare const laterFindings: () => Promise<readonly AdmissionFinding[]>;
new ValidatingWebhook(operator, 'Helpers', { for: Database, validate: findings, validateDelete: laterFindings });
new ValidatingWebhook(operator, 'Both', {
  for: Database,
  validate: async ({ resource: next }) => [...findings(next), ...(await laterFindings()), { warning: 'mind' }],
  validateDelete: ({ spec }) => {
    if (spec.replicas === 0) return [];
    if (spec.engine === 'mysql') return [{ warning: 'mind' }];
    return [{ field: 'spec.replicas', message: 'first to 0', reason: 'FieldValueForbidden' }];
  },
});
new ValidatingWebhook(operator, 'Mapped', {
  for: Database,
  validate: ({ spec }) =>
    [spec.engine].map((engine) => ({ field: 'spec.engine', message: engine, reason: 'FieldValueNotSupported' })),
});
new ValidatingWebhook(operator, 'Collected', {
  for: Database,
  validate: ({ spec }) => {
    const found: AdmissionFinding[] = [];
    if (spec.replicas > 3) found.push({ field: 'spec.replicas', message: 'is too much' });
    return found;
  },
});
new ValidatingWebhook(operator, 'Flat', {
  for: Database,
  validate: ({ spec }) => [1, 2].flatMap((each) => (each > spec.replicas ? [{ warning: 'few' }] : [])),
});

new ValidatingWebhook(operator, 'Policy', {
  for: Database,
  // @ts-expect-error there is no such policy
  failurePolicy: 'Retry',
});

new MutatingWebhook(operator, 'Defaults', {
  for: Database,
  mutate: ({ spec, metadata, request: { user } }) => ({
    spec: { ...spec, replicas: spec.engine === 'mysql' ? 1 : spec.replicas },
    labels: { ...metadata.labels, creator: user.username },
  }),
});

new MutatingWebhook(operator, 'Least', { for: Database, mutate: () => ({ spec: { engine: 'mysql' } }) });
new MutatingWebhook(operator, 'Later', { for: Database, mutate: async () => ({ spec: { engine: 'mysql' } }) });

// The most common case: nothing to do.
new MutatingWebhook(operator, 'Choice', {
  for: Database,
  mutate: ({ spec }) => (spec.replicas > 1 ? {} : { spec: { ...spec, replicas: 3 } }),
});
new MutatingWebhook(operator, 'Early', {
  for: Database,
  mutate: ({ spec, previous }) => {
    if (previous !== undefined) return {};
    return { spec: { ...spec, replicas: 3 } };
  },
});
new MutatingWebhook(operator, 'Different', {
  for: Database,
  mutate: async ({ spec, metadata }) => {
    if (spec.replicas > 1) return { labels: { ...metadata.labels, size: 'large' } };
    if (spec.engine === 'mysql') return { annotations: {} };
    return { spec: { ...spec, replicas: 3 } };
  },
});
new MutatingWebhook(operator, 'Undefined', {
  for: Database,
  mutate: ({ spec }) => (spec.replicas > 1 ? undefined : { spec: { ...spec, replicas: 3 } }),
});
new MutatingWebhook(operator, 'NoValue', {
  for: Database,
  mutate: ({ spec }) => {
    if (spec.replicas > 1) return;
    return { spec: { engine: 'mysql' } };
  },
});
new MutatingWebhook(operator, 'UndefinedLater', {
  for: Database,
  mutate: async ({ spec }) => (spec.replicas > 1 ? undefined : { spec: { ...spec, replicas: 3 } }),
});
new MutatingWebhook(operator, 'Never', { for: Database, mutate: () => undefined });

declare const helper: (resource: Pick<Resource<typeof Database>, 'spec'>) => Mutation<typeof Database>;
declare const lazyHelper: () => Promise<Mutation<typeof Database> | undefined>;
new MutatingWebhook(operator, 'Helper', { for: Database, mutate: ({ resource: next }) => helper(next) });
new MutatingWebhook(operator, 'HelperItself', { for: Database, mutate: helper });
new MutatingWebhook(operator, 'HelperOrNothing', {
  for: Database,
  mutate: ({ resource: next, previous }) => (previous === undefined ? helper(next) : {}),
});
new MutatingWebhook(operator, 'LazyHelper', { for: Database, mutate: lazyHelper });

new MutatingWebhook(operator, 'FieldInABranch', {
  for: Database,
  // @ts-expect-error a database has no size
  mutate: ({ spec }) => (spec.replicas > 1 ? {} : { spec: { ...spec, size: 1 } }),
});
new MutatingWebhook(operator, 'FieldInOneOfTwo', {
  for: Database,
  // @ts-expect-error a database has no size
  mutate: ({ spec }) => {
    if (spec.replicas > 1) return { spec };
    return { spec: { ...spec, size: 1 } };
  },
});
new MutatingWebhook(operator, 'FieldOrUndefined', {
  for: Database,
  // @ts-expect-error a database has no size
  mutate: async ({ spec }) => (spec.replicas > 1 ? undefined : { spec: { ...spec, size: 1 } }),
});
new MutatingWebhook(operator, 'Misspelt', {
  for: Database,
  // @ts-expect-error it is called spec
  mutate: ({ spec }) => ({ specs: spec }),
});
new MutatingWebhook(operator, 'MisspeltInABranch', {
  for: Database,
  // @ts-expect-error they are called labels
  mutate: ({ spec, metadata }) => (spec.replicas > 1 ? {} : { label: { ...metadata.labels, a: 'b' } }),
});
new MutatingWebhook(operator, 'StatusInABranch', {
  for: Database,
  // @ts-expect-error a status is not the webhook's to change
  mutate: async ({ spec }) => {
    if (spec.replicas > 1) return;
    return { spec, status: { phase: 'Ready' } };
  },
});

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
