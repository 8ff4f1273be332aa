import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { certificateDirectory, type WebhookClient } from '../../../lib/constructs/index.ts';
import {
  Controller,
  MutatingWebhook,
  type Operator,
  type OperatorProps,
  WebhookCertificates,
} from '../../../lib/index.ts';
import { authority } from './authority.ts';
import {
  emptyOperator,
  entriesOf,
  guardedOperator,
  Key,
  manifestOf,
  Vault,
  VaultV1Beta1,
  validating,
} from './guarded-operator.ts';

const titles = (operator: Operator) => operator.toJson().map(({ kind, metadata }) => `${kind} ${metadata.name}`);

/** Returns the objects that an operator without webhooks doesn't have. */
function added(props: Partial<OperatorProps> = {}): string[] {
  const plain = emptyOperator({ ...props, webhooks: {} });
  plain.define(Key);
  plain.define(VaultV1Beta1);
  const present = titles(plain);
  return titles(guardedOperator(props)).filter((title) => !present.includes(title));
}

const service = 'Service vault-operator-webhook';
const registrations = [
  'ValidatingWebhookConfiguration vault-operator-validating',
  'MutatingWebhookConfiguration vault-operator-mutating',
];

const registrationAccess = ['ClusterRole', 'ClusterRoleBinding'].map(
  (kind) => `${kind} vault-operator-registrations-role`,
);

/** Returns the parts of the manager's pod that concern certificates. */
function managerPod(props: Partial<OperatorProps>) {
  const { containers, volumes } = deploymentSpec(guardedOperator(props)).template.spec;
  return { args: containers[0]?.args, volumeMounts: containers[0]?.volumeMounts, volumes };
}

describe('the webhook server of an operator', () => {
  it('a webhook server has no objects while it serves nothing', () => {
    const operator = emptyOperator({ webhooks: { service: 'guard' } });
    const before = titles(operator);
    new Controller(operator, 'Controller', { for: Key, render: () => undefined });
    assert.ok(!operator.webhooks.isNeeded);
    assert.ok(!titles(operator).some((title) => /webhook|certificate/i.test(title)));
    assert.deepEqual(
      [
        operator.webhooks.validatingConfiguration,
        operator.webhooks.mutatingConfiguration,
        operator.webhooks.mountedSecret,
      ],
      [undefined, undefined, undefined],
    );
    assert.equal(before.length, 11);
  });

  it('a webhook server has the objects that its webhooks need, in any order of construction', () => {
    const operator = emptyOperator();
    new MutatingWebhook(operator, 'Defaults', { for: Key, mutate: () => ({}) });
    assert.equal(operator.webhooks.mutatingConfiguration, 'vault-operator-mutating');
    assert.equal(operator.webhooks.validatingConfiguration, undefined);
    validating(operator, 'NoShrink');
    assert.equal(operator.webhooks.validatingConfiguration, 'vault-operator-validating');
    assert.equal(titles(operator).filter((title) => title === service).length, 1);
  });

  it('a webhook server exists if a controller’s kind has several versions', () => {
    const operator = emptyOperator();
    new Controller(operator, 'Controller', { for: Vault, render: () => undefined });
    assert.ok(operator.webhooks.isNeeded);
    assert.deepEqual(
      operator.webhooks.converted.map(({ name }) => name),
      ['vaults.example.com'],
    );
    assert.ok(titles(operator).includes(service));
    assert.ok(!titles(operator).some((title) => title.includes('WebhookConfiguration')));
  });

  it('a webhook server is reached through a Service that selects the manager’s pods', () => {
    const { spec } = manifestOf(guardedOperator(), 'Service', 'vault-operator-webhook');
    const { selector, template } = deploymentSpec(guardedOperator());
    assert.deepEqual(spec, {
      selector: selector.matchLabels,
      ports: [{ name: 'webhook', port: 443, protocol: 'TCP', targetPort: 'webhook' }],
    });
    assert.deepEqual(template.spec.containers[0]?.ports?.at(-1), {
      name: 'webhook',
      containerPort: 9443,
      protocol: 'TCP',
    });
  });

  it('all webhooks and conversions name the webhook server’s Service and the path of their endpoint', () => {
    const operator = guardedOperator({ namespace: 'vaults', webhooks: { service: 'guard' } });
    const at = (path: string) => ({ service: { name: 'guard', namespace: 'vaults', path, port: 443 } });
    assert.deepEqual(
      [...entriesOf(operator, 'Validating'), ...entriesOf(operator, 'Mutating')].map((entry) => entry.clientConfig),
      [
        at('/validate/no-shrink.vault.example.com'),
        at('/validate/lock.key.example.com'),
        at('/mutate/defaults.vault.example.com'),
      ],
    );
    assert.deepEqual(conversionOf(operator, 'vaults.example.com')?.webhook.clientConfig, at('/convert'));
    assert.equal(conversionOf(operator, 'keys.example.com'), undefined);
    assert.equal(manifestOf(operator, 'Service', 'guard').metadata.namespace, 'vaults');
  });

  it('webhook objects follow the definitions and precede the Deployment, the Service before the others', () => {
    const all = titles(guardedOperator());
    const order = ['CustomResourceDefinition vaults.example.com', service, ...registrations];
    const places = [...order, 'Deployment vault-operator-controller-manager'].map((title) => all.indexOf(title));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
    );
    assert.ok(!places.includes(-1));
  });
});

describe('the certificates that an operator issues itself', () => {
  it('self-issued webhook certificates require access, and no other objects', () => {
    const role = 'vault-operator-certificates-role';
    const access = ['Role', 'RoleBinding', 'ClusterRole', 'ClusterRoleBinding'].map((kind) => `${kind} ${role}`);
    assert.deepEqual(added(), [service, ...access, ...registrations]);
  });

  it('self-issued webhook certificates are neither mounted nor read from files', () => {
    assert.deepEqual(managerPod({}), {
      args: ['run', '--leader-elect', '--metrics-address=https://:8443'],
      volumeMounts: undefined,
      volumes: undefined,
    });
  });
});

describe('the certificates that cert-manager issues', () => {
  const props = { webhooks: { certificates: WebhookCertificates.certManager() } };

  it('webhook certificates of cert-manager require an issuer, a certificate, and access', () => {
    const names = ['Issuer vault-operator-webhook', 'Certificate vault-operator-webhook'];
    assert.deepEqual(added(props), [service, ...registrationAccess, ...names, ...registrations]);
  });

  it('webhook certificates of cert-manager are mounted in the directory that the manager reads', () => {
    assert.deepEqual(managerPod(props), mounted('vault-operator-webhook-certificate'));
  });

  it('every object that names the webhook Service has cert-manager’s annotation for its certificate', () => {
    const operator = guardedOperator(props);
    const annotations = { 'cert-manager.io/inject-ca-from': 'vault-operator-system/vault-operator-webhook' };
    const annotated = operator.toJson().filter(({ metadata }) => metadata.annotations !== undefined);
    assert.deepEqual(
      annotated.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.annotations]),
      ['CustomResourceDefinition vaults.example.com', ...registrations].map((title) => [title, annotations]),
    );
  });
});

describe('the certificates that another actor keeps in a Secret', () => {
  const props = { webhooks: { certificates: WebhookCertificates.secret('vault-tls', authority) } };

  it('webhook certificates in a Secret require access to the webhook configurations', () => {
    assert.deepEqual(added(props), [service, ...registrationAccess, ...registrations]);
  });

  it('webhook certificates in a Secret are mounted in the directory that the manager reads', () => {
    assert.deepEqual(managerPod(props), mounted('vault-tls'));
  });

  it('all webhooks and conversions trust the authority that is given with a certificate Secret', () => {
    const operator = guardedOperator(props);
    const bundles = [
      ...[...entriesOf(operator, 'Validating'), ...entriesOf(operator, 'Mutating')].map((entry) => entry.clientConfig),
      conversionOf(operator, 'vaults.example.com')?.webhook.clientConfig,
    ].map((client) => Buffer.from(client?.caBundle ?? '', 'base64').toString());
    assert.deepEqual(bundles, [authority, authority, authority, authority]);
  });
});

function mounted(secretName: string) {
  const name = 'webhook-certificate';
  return {
    args: [
      'run',
      '--leader-elect',
      '--metrics-address=https://:8443',
      '--webhook-cert-dir=/tmp/k8s-webhook-server/serving-certs',
    ],
    volumeMounts: [{ name, mountPath: certificateDirectory, readOnly: true }],
    volumes: [{ name, secret: { secretName } }],
  };
}

function conversionOf(operator: Operator, name: string) {
  const { conversion } = manifestOf(operator, 'CustomResourceDefinition', name).spec as {
    readonly conversion?: { readonly webhook: { readonly clientConfig: WebhookClient } };
  };
  return conversion;
}

function deploymentSpec(operator: Operator) {
  return manifestOf(operator, 'Deployment').spec as {
    readonly selector: { readonly matchLabels: unknown };
    readonly template: {
      readonly spec: { readonly containers: readonly Record<string, readonly unknown[]>[]; readonly volumes?: unknown };
    };
  };
}
