// The rules beside an API server, over all bad bundles: what an error says that the API server rejects, it rejects, in those
// words.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { isJsonObject } from '../../../lib/api/index.ts';
import type { BundleContent } from '../../../lib/olm/content/index.ts';
import { validate } from '../../../lib/olm/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { badCases } from './cases/index.ts';
import { isExcerpt } from './corpus/excerpt.ts';
import { goodBundle } from './corpus/good-bundle.ts';

/** Kind → its path in the API, of a namespace or of the cluster. */
const collections: Readonly<Record<string, string>> = {
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  ConfigMap: 'namespaces/default/configmaps',
  MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  CustomResourceDefinition: 'customresourcedefinitions',
  Deployment: 'namespaces/default/deployments',
  PodDisruptionBudget: 'namespaces/default/poddisruptionbudgets',
  PriorityClass: 'priorityclasses',
  Role: 'namespaces/default/roles',
  RoleBinding: 'namespaces/default/rolebindings',
  Secret: 'namespaces/default/secrets',
  Service: 'namespaces/default/services',
};

/** The API server's errors about pods, requests and the ClusterServiceVersion, and about stored objects: dry runs store none. */
const later = [
  'pods "…" is forbidden: error looking up service account …: not found',
  'conversion webhook for … failed',
  'failed calling webhook: no endpoints available for service',
  'containerPort: Invalid value',
  'resourceVersion should not be set on objects to be created',
];

/** The configuration that OLM makes of a webhook of the ClusterServiceVersion. */
function webhookConfiguration(webhook: unknown): object | undefined {
  if (!isJsonObject(webhook)) return undefined;
  const { type, generateName, webhookPath, containerPort, targetPort, deploymentName, conversionCRDs, ...fields } =
    webhook;
  if (type !== 'ValidatingAdmissionWebhook' && type !== 'MutatingAdmissionWebhook') return undefined;
  const service = { namespace: 'default', name: 'a', path: webhookPath, port: containerPort };
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: type.replace('AdmissionWebhook', 'WebhookConfiguration'),
    metadata: { name: 'a', labels: { 'olm.webhook-description-generate-name': generateName } },
    webhooks: [{ ...fields, name: generateName, clientConfig: { service } }],
  };
}

/** The object that a place is part of, as OLM sends it to the API server; undefined for what it sends to OLM alone. */
function objectAt({ clusterServiceVersion, manifests }: BundleContent, file: string, path: string): unknown {
  if (file !== clusterServiceVersion.file) return manifests.find((each) => each.file === file)?.value;
  const [, webhook] = /^spec\.webhookdefinitions\[(\d+)\]\./.exec(path) ?? [];
  if (webhook !== undefined) {
    return webhookConfiguration(clusterServiceVersion.at('spec', 'webhookdefinitions').items[Number(webhook)]?.value);
  }
  const install = clusterServiceVersion.at('spec', 'install', 'spec');
  const [, field = '', index] = /^spec\.install\.spec\.(\w+)\[(\d+)\]\.(?:spec|rules\[)/.exec(path) ?? [];
  const item = install.at(field).items[Number(index)];
  if (item === undefined) return undefined;
  if (field === 'deployments') {
    return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: item.at('spec').value };
  }
  const kind = field === 'permissions' ? 'Role' : 'ClusterRole';
  return { apiVersion: 'rbac.authorization.k8s.io/v1', kind, metadata: { name: 'a' }, rules: item.at('rules').value };
}

describe('an API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await sharedControlPlane();
  });

  /** Returns the API server's error about an object: empty if it accepts it, undefined for kinds that it doesn't serve. */
  async function said(object: unknown): Promise<string | undefined> {
    if (!isJsonObject(object)) return undefined;
    const { apiVersion, kind } = object;
    const collection = collections[String(kind)];
    if (collection === undefined) return undefined;
    const base = String(apiVersion).includes('/') ? 'apis' : 'api';
    const args = ['create', '--raw', `/${base}/${String(apiVersion)}/${collection}?dryRun=All`, '-f', '-'];
    const { stderr, exitCode } = await controlPlane.kubectl(args, { input: JSON.stringify(object) });
    return exitCode === 0 ? '' : stderr;
  }

  it('an API server rejects the manifests that findings call rejected, with the quoted message', async () => {
    const wrong: object[] = [];
    let count = 0;
    for (const { title, base = 'minimal', edit } of badCases) {
      const draft = goodBundle(base);
      edit(draft);
      const content = draft.content();
      for (const { rule, file, path, rejection } of validate(content)) {
        if (rejection?.by !== 'API server' || later.includes(rejection.message)) continue;
        const text = await said(objectAt(content, file, path));
        if (text === undefined) continue;
        count += 1;
        if (!isExcerpt(rejection.message, text)) wrong.push({ rule, title, path, message: rejection.message, text });
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(count > 100, `${count} rejections`);
  });
});
