import type { JsonObject } from '../../../lib/api/index.ts';
import { until } from '../../until.ts';
import { AdmissionWebhook, comparableReview, type WebhookResponse } from '../admission-webhook.ts';
import type { ConformanceCase, Session } from '../session.ts';

/** One webhook of a case: its response, and the fields of its entry. */
export interface CaseWebhook {
  readonly response?: WebhookResponse;
  readonly entry?: JsonObject;
}

/** The configurations of a case. */
export interface WebhookSetup {
  /** Name → webhook, in the order of calls. */
  readonly mutating?: Readonly<Record<string, CaseWebhook>>;
  readonly validating?: Readonly<Record<string, CaseWebhook>>;
}

/** A rule for every write to objects in namespaces. */
export const allRules: readonly JsonObject[] = [
  {
    operations: ['*'],
    apiGroups: ['*'],
    apiVersions: ['*'],
    resources: ['configmaps', 'widgets', 'widgets/*'],
    scope: '*',
  },
];

const registration = '/apis/admissionregistration.k8s.io/v1';

/** Returns a case whose requests webhooks see; it records their reviews at the end. */
export function webhookCase(
  title: string,
  webhooks: WebhookSetup | ((session: Session) => WebhookSetup),
  run: (session: Session, webhook: AdmissionWebhook) => Promise<void>,
): ConformanceCase {
  return {
    title,
    run: async (session) => {
      await using webhook = await AdmissionWebhook.start();
      const setup = typeof webhooks === 'function' ? webhooks(session) : webhooks;
      const sorts = (['mutating', 'validating'] as const).filter((sort) => setup[sort] !== undefined);
      for (const sort of sorts) await register(session, webhook, { sort, entries: setup[sort] ?? {} });
      try {
        await run(session, webhook);
        for (const review of webhook.reviews) session.record('a review', comparableReview(review));
      } finally {
        for (const sort of sorts) {
          await session.unrecorded('DELETE', `${registration}/${sort}webhookconfigurations/${session.namespace}`);
        }
      }
    },
  };
}

interface Registered {
  readonly sort: 'mutating' | 'validating';
  readonly entries: Readonly<Record<string, CaseWebhook>>;
}

async function register(session: Session, webhook: AdmissionWebhook, { sort, entries }: Registered): Promise<void> {
  // The controller manager writes to new namespaces: webhooks must not see or change that.
  const certificate = session.path('configmaps', 'kube-root-ca.crt');
  await session.until('the namespace has its certificate', certificate, (_, status) => status === 200);
  const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': session.namespace } };
  // A busy machine answers late: after the usual ten seconds the call counts as failed.
  const timed = { timeoutSeconds: 30, sideEffects: 'None' };
  const common = { admissionReviewVersions: ['v1'], ...timed, namespaceSelector, rules: allRules };
  // Both sorts are called for one lease, and become known apart.
  const probePath = `probe-${sort}`;
  const probe = {
    ...common,
    name: 'probe.example.com',
    rules: [{ operations: ['CREATE'], apiGroups: ['coordination.k8s.io'], apiVersions: ['*'], resources: ['leases'] }],
    clientConfig: webhook.client(probePath, { allowed: true }),
  };
  const webhooks = Object.entries(entries).map(([name, { response = { allowed: true }, entry = {} }]) => ({
    ...common,
    name: `${name}.example.com`,
    clientConfig: webhook.client(name, response),
    ...entry,
  }));
  const kind = sort === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration';
  const created = await session.unrecorded('POST', `${registration}/${sort}webhookconfigurations`, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    metadata: { name: session.namespace },
    webhooks: [probe, ...webhooks],
  });
  if (created.status !== 201) session.record('the configuration', created.body);
  const before = webhook.count(probePath);
  const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'probe' } };
  const path = `${session.path('coordination.k8s.io/v1/leases')}?dryRun=All`;
  await until('the webhooks are called', async () => {
    await session.unrecorded('POST', path, lease);
    return webhook.count(probePath) > before;
  });
}
