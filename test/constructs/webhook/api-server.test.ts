// The manifests of an operator with webhooks on a real API server: it accepts them, and calls the webhooks.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import type { WebhookConfiguration } from '../../../lib/constructs/webhook/webhook-configuration.ts';
import { type Operator, ValidatingWebhook, WebhookCertificates, type WebhookProps } from '../../../lib/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { authority } from './authority.ts';
import { emptyOperator, findingsOf, guardedOperator, Key, type Vault, validating } from './guarded-operator.ts';

const settings = {
  failurePolicy: 'Ignore',
  timeout: Duration.seconds(1),
  sideEffects: 'NoneOnDryRun',
  matchConditions: [{ name: 'example.com/not-me', expression: "request.userInfo.username != 'me'" }],
  namespaceSelector: { matchExpressions: [{ key: 'tier', operator: 'In', values: ['gold', ''] }] },
  objectSelector: { matchLabels: { 'example.com/team': 'db' } },
} as const;

describe('an operator with webhooks, on a real API server', () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    await apply(certManager);
    await untilEstablished(controlPlane);
  });

  after(() => controlPlane.stop());

  const given = (items: readonly object[], ...args: string[]) =>
    controlPlane.kubectl([...args, '-f', '-'], { input: JSON.stringify({ apiVersion: 'v1', kind: 'List', items }) });

  const apply = async (items: readonly object[]) => {
    const { stderr, exitCode } = await given(items, 'apply', '--server-side', '--validate=strict');
    assert.deepEqual({ stderr, exitCode }, { stderr: '', exitCode: 0 });
  };

  const sources = {
    'the operator': WebhookCertificates.selfIssued(),
    'cert-manager': WebhookCertificates.certManager(),
    'an issuer of cert-manager’s': WebhookCertificates.certManager({ name: 'ca', kind: 'ClusterIssuer' }),
    'a Secret': WebhookCertificates.secret('vault-tls', authority),
  };

  for (const [source, certificates] of Object.entries(sources)) {
    it(`webhook objects with certificates from ${source} are accepted, and applied without a difference`, async () => {
      const operator = guardedOperator({ webhooks: { certificates } });
      validating(operator, 'every_Thing', settings);
      const manifests = operator.toJson();
      await apply(manifests);
      await untilEstablished(controlPlane);
      assert.deepEqual(await given(manifests, 'diff', '--server-side'), { stdout: '', stderr: '', exitCode: 0 });
      assert.deepEqual(await given(manifests, 'diff'), { stdout: '', stderr: '', exitCode: 0 });
    });
  }

  it('the API server refuses a request whose webhook doesn’t answer, unless its failure policy is Ignore', async () => {
    const operator = emptyOperator();
    new ValidatingWebhook(operator, 'Strict', { for: Key, validateDelete: () => [] });
    new ValidatingWebhook(operator, 'Lax', { for: Key, validate: () => [], failurePolicy: 'Ignore' });
    await apply(operator.toJson());
    await untilEstablished(controlPlane);
    const key = { apiVersion: 'example.com/v1', kind: 'Key', metadata: { name: 'front' }, spec: { bits: 1 } };
    await apply([key]);
    const isCalled = async () => (await given([key], 'delete', '--dry-run=server')).exitCode === 1;
    await until('the API server knows the webhook', isCalled);
    const { stderr, exitCode } = await given([key], 'delete');
    assert.equal(exitCode, 1);
    assert.match(stderr, /failed calling webhook "strict\.key\.example\.com"/);
    await apply([{ ...key, spec: { bits: 2 } }]);
    const { stdout: metrics } = await controlPlane.kubectl(['get', '--raw', '/metrics']);
    assert.match(metrics, /^apiserver_admission_webhook_fail_open_count\{name="lax\.key\.example\.com",.*\} [1-9]/m);
  });

  it('the manager may patch its own webhook certificates and configurations, and no others', async () => {
    const operator = guardedOperator();
    await apply(operator.toJson());
    const account = `system:serviceaccount:${operator.namespace}:vault-operator-controller-manager`;
    const can = async (verb: string, resource: string, namespace: string = operator.namespace) => {
      const args = ['auth', 'can-i', verb, resource, `--as=${account}`, '-n', namespace];
      const { stdout, stderr } = await controlPlane.kubectl(args);
      assert.match(stdout, /^(yes|no)/, stderr);
      return stdout.trim() === 'yes';
    };
    const own = [
      'secrets/vault-operator-webhook-certificate',
      'leases.coordination.k8s.io/vault-operator-certificates',
      'validatingwebhookconfigurations.admissionregistration.k8s.io/vault-operator-validating',
      'mutatingwebhookconfigurations.admissionregistration.k8s.io/vault-operator-mutating',
      'customresourcedefinitions.apiextensions.k8s.io/vaults.example.com',
    ];
    for (const resource of own) assert.ok(await can('patch', resource), resource);
    for (const resource of [
      ...own.map((name) => `${name}-2`),
      'customresourcedefinitions.apiextensions.k8s.io/keys.example.com',
    ]) {
      assert.ok(!(await can('patch', resource)), resource);
    }
    assert.ok(!(await can('delete', own[0] ?? '')));
    assert.ok(!(await can('patch', own[0] ?? '', 'default')));
  });

  const refused: Readonly<Record<string, Partial<WebhookProps<typeof Vault, readonly []>>>> = {
    'no time': { timeout: Duration.seconds(0) },
    'too much time': { timeout: Duration.seconds(31) },
    'a condition with an invalid name': { matchConditions: [{ name: 'not me', expression: 'true' }] },
    'an empty condition': { matchConditions: [{ name: 'a', expression: '' }] },
    'two conditions of one name': {
      matchConditions: [
        { name: 'a', expression: 'true' },
        { name: 'a', expression: 'true' },
      ],
    },
    'too many conditions': {
      matchConditions: Array.from({ length: 65 }, (_, index) => ({ name: `c${index}`, expression: 'true' })),
    },
    'an invalid label': { objectSelector: { matchLabels: { 'a b': '' } } },
    'an invalid value': { namespaceSelector: { matchLabels: { a: '-' } } },
    'a requirement without values': { objectSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
    'a requirement with unexpected values': {
      objectSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
    },
  };

  for (const [what, props] of Object.entries(refused)) {
    it(`a webhook that the API server refuses has a finding: ${what}`, async () => {
      const operator = emptyOperator();
      validating(operator, 'Wrong', props);
      assert.equal(findingsOf(operator).length, 1);
      const { stderr, exitCode } = await given([registration(operator)], 'create', '--dry-run=server');
      assert.equal(exitCode, 1);
      assert.match(stderr, /is invalid/);
    });
  }

  it('a webhook that the API server refuses for its name has a finding about its id', async () => {
    const operator = emptyOperator();
    validating(operator, '???');
    assert.equal(findingsOf(operator).length, 1);
    assert.match((await given([registration(operator)], 'create', '--dry-run=server')).stderr, /is invalid/);
  });
});

function registration(operator: Operator): object {
  const found = operator.webhooks.node.tryFindChild('Validating') as WebhookConfiguration;
  return found.toJson();
}

/** The fields of cert-manager's kinds that the operator writes: others are refused. */
const certManager = [
  standIn('Issuer', { selfSigned: { type: 'object' } }),
  standIn('Certificate', {
    secretName: { type: 'string' },
    commonName: { type: 'string' },
    dnsNames: { type: 'array', items: { type: 'string' } },
    issuerRef: {
      type: 'object',
      required: ['name'],
      properties: { group: { type: 'string' }, kind: { type: 'string' }, name: { type: 'string' } },
    },
    privateKey: { type: 'object', properties: { rotationPolicy: { type: 'string', enum: ['Never', 'Always'] } } },
  }),
];

function standIn(kind: string, properties: object) {
  const singular = kind.toLowerCase();
  const spec = { type: 'object', properties };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.cert-manager.io` },
    spec: {
      group: 'cert-manager.io',
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
}
