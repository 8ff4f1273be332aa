import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookEntry, WebhookRule } from '../../../../lib/constructs/index.ts';
import {
  type ConfigurationManifest,
  webhookDefinitionFindings,
  webhookDefinitions,
} from '../../../../lib/olm/bundle/webhook/webhook-definition.ts';

const objectSelector = { matchLabels: { tier: 'gold' } };

const rule: WebhookRule = {
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  resources: ['vaults'],
  operations: ['CREATE'],
  scope: 'Namespaced',
};

const entry: WebhookEntry = {
  name: 'no-shrink.vault.example.com',
  clientConfig: { service: { name: 'guard', namespace: 'vaults', path: '/validate/x', port: 443 }, caBundle: 'Y2E=' },
  rules: [rule],
  matchPolicy: 'Equivalent',
  failurePolicy: 'Ignore',
  sideEffects: 'NoneOnDryRun',
  timeoutSeconds: 7,
  admissionReviewVersions: ['v1'],
  objectSelector,
};

function configuration(kind: ConfigurationManifest['kind'], ...webhooks: WebhookEntry[]): ConfigurationManifest {
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name: 'own' }, webhooks };
}

describe('the definition of a webhook', () => {
  it('a webhook definition has the content of its registration, and its Deployment for OLM', () => {
    const { name: generateName, clientConfig: _, ...rest } = entry;
    const [definition] = webhookDefinitions('manager', [configuration('ValidatingWebhookConfiguration', entry)], []);
    assert.deepEqual(definition, {
      type: 'ValidatingAdmissionWebhook',
      generateName,
      deploymentName: 'manager',
      containerPort: 443,
      targetPort: 9443,
      webhookPath: '/validate/x',
      ...rest,
    });
  });

  it('the definition of a mutating webhook has its reinvocation policy', () => {
    const mutating = configuration('MutatingWebhookConfiguration', { ...entry, reinvocationPolicy: 'IfNeeded' });
    const [definition] = webhookDefinitions('manager', [mutating], []);
    assert.deepEqual([definition?.type, definition?.reinvocationPolicy], ['MutatingAdmissionWebhook', 'IfNeeded']);
  });

  it('the definition of a conversion webhook names the converted kind, and the supported review versions', () => {
    const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1beta1'] } } as const;
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'vaults.example.com' },
      spec: { group: 'example.com', names: { kind: 'Vault', plural: 'vaults' }, versions: [], conversion },
    };
    assert.deepEqual(webhookDefinitions('manager', [], [definition]), [
      {
        type: 'ConversionWebhook',
        generateName: 'convert.vaults.example.com',
        deploymentName: 'manager',
        containerPort: 443,
        targetPort: 9443,
        webhookPath: '/convert',
        sideEffects: 'None',
        admissionReviewVersions: ['v1', 'v1beta1'],
        conversionCRDs: ['vaults.example.com'],
      },
    ]);
  });
});

describe('the settings of a webhook that a ClusterServiceVersion can’t express', () => {
  const reasons = (change: Partial<WebhookEntry>) =>
    webhookDefinitionFindings(configuration('ValidatingWebhookConfiguration', { ...entry, ...change })).map(
      ({ why, remedy }) => `${why}; ${remedy}`,
    );

  it('a ClusterServiceVersion can express the usual settings of a webhook', () => {
    assert.deepEqual(reasons({}), []);
    assert.deepEqual(reasons({ name: `${'a'.repeat(45)}.vault.example.com` }), []);
  });

  for (const [change, reason] of [
    [{ namespaceSelector: {} }, /^OLM sets the namespaces itself, .*; leave namespaceSelector out/],
    [
      { matchConditions: [{ name: 'a', expression: 'true' }] },
      /^OLM has no field for conditions, .*; leave matchConditions out/,
    ],
    [
      { name: `${'a'.repeat(46)}.vault.example.com` },
      /^OLM makes its name a label of at most 63 .* has 64; shorten the ids/,
    ],
    [
      { rules: [rule, { ...rule, apiGroups: ['operators.coreos.com'] }] },
      /allows no webhooks for operators\.coreos\.com/,
    ],
    [
      { rules: [{ ...rule, apiGroups: ['olm.operatorframework.io'] }] },
      /allows no webhooks for olm\.operatorframework/,
    ],
  ] as const) {
    it(`a ClusterServiceVersion can’t express ${Object.keys(change).join()} of a webhook: ${reason.source}`, () => {
      const [first, ...others] = reasons(change);
      assert.match(first ?? '', reason);
      assert.deepEqual(others, []);
    });
  }
});
