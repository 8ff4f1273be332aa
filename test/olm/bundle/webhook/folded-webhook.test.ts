import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import type { KubernetesObject } from '../../../../lib/api/index.ts';
import { type Operator, type OperatorProps, WebhookCertificates } from '../../../../lib/index.ts';
import { foldedWebhooks, withServingCertificate } from '../../../../lib/olm/bundle/webhook/folded-webhook.ts';
import { BundleError, bundle } from '../../../../lib/olm/index.ts';
import { authority } from '../../../constructs/webhook/authority.ts';
import {
  emptyOperator,
  guardedOperator,
  Key,
  manifestOf,
  VaultV1Beta1,
  validating,
} from '../../../constructs/webhook/guarded-operator.ts';
import { bundle as words } from '../cache-operator.ts';

const sources = {
  'the operator': WebhookCertificates.selfIssued(),
  'cert-manager': WebhookCertificates.certManager(),
  'a Secret': WebhookCertificates.secret('vault-tls', authority),
};

function guarded(props: Partial<OperatorProps> = {}): Operator {
  return guardedOperator({ bundle: words, ...props });
}

/** An operator of the same kinds, each in one version, without webhooks. */
function unguarded(): Operator {
  const operator = emptyOperator({ bundle: words });
  operator.define(VaultV1Beta1);
  operator.define(Key);
  return operator;
}

const fold = (operator: Operator) => foldedWebhooks(operator.toJson(), operator);
const title = ({ kind, metadata }: KubernetesObject) => `${kind} ${metadata.name}`;

describe('the webhooks of an operator in a bundle', () => {
  for (const [source, certificates] of Object.entries(sources)) {
    it(`a bundle contains no webhook objects that OLM creates, with certificates from ${source}`, () => {
      const { manifests } = fold(guarded({ webhooks: { certificates } }));
      assert.deepEqual(manifests.map(title).sort(), unguarded().toJson().map(title).sort());
      for (const { metadata, spec } of manifests.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
        assert.equal(metadata.annotations, undefined);
        assert.ok(!Object.keys(spec as object).includes('conversion'));
      }
    });

    it(`a bundle is the same with webhook certificates from ${source} as with the default ones`, () => {
      assert.deepEqual(bundle(guarded({ webhooks: { certificates } })), bundle(guarded()));
    });
  }

  it('the manager in a bundle reads OLM’s webhook certificate and uses its port', () => {
    const folded = fold(guarded()).manifests.filter(({ kind }) => kind === 'Deployment');
    const { spec, ...rest } = manifestOf(guarded(), 'Deployment') as KubernetesObject & { readonly spec: object };
    const text = JSON.stringify(spec);
    const args = '"args":["run","--leader-elect","--metrics-address=https://:8443"';
    assert.ok(text.includes(args) && text.includes('"containerPort":9443'));
    const looking = text.replace(args, `${args},"--webhook-cert-dir=/tmp/k8s-webhook-server/serving-certs"`);
    assert.deepEqual(folded, [{ ...rest, spec: JSON.parse(looking) }]);
  });

  it('a bundle lists the registered webhooks and the conversion for OLM', () => {
    const { spec } = bundle(guarded()).clusterServiceVersion;
    assert.deepEqual(
      spec.webhookdefinitions?.map(({ type, generateName, webhookPath }) => [type, generateName, webhookPath]),
      [
        ['ValidatingAdmissionWebhook', 'no-shrink.vault.example.com', '/validate/no-shrink.vault.example.com'],
        ['ValidatingAdmissionWebhook', 'lock.key.example.com', '/validate/lock.key.example.com'],
        ['MutatingAdmissionWebhook', 'defaults.vault.example.com', '/mutate/defaults.vault.example.com'],
        ['ConversionWebhook', 'convert.vaults.example.com', '/convert'],
      ],
    );
    const deployments = spec.install.spec.deployments.map(({ name }) => name);
    assert.ok(spec.webhookdefinitions?.every(({ deploymentName }) => deployments.includes(deploymentName)));
    assert.deepEqual(
      spec.installModes.filter(({ supported }) => supported).map(({ type }) => type),
      ['AllNamespaces'],
    );
  });

  it('a bundle gives the manager no access to webhook certificates and registrations', () => {
    const text = JSON.stringify(bundle(guarded()).clusterServiceVersion.spec.install);
    assert.doesNotMatch(text, /secrets|webhookconfigurations|vault-operator-certificates/);
    const { clusterPermissions = [] } = bundle(guarded()).clusterServiceVersion.spec.install.spec;
    const rules = clusterPermissions.flatMap((permission) => permission.rules);
    const toDefinitions = rules.filter(({ resources }) => resources?.includes('customresourcedefinitions'));
    assert.deepEqual([...new Set(toDefinitions.flatMap(({ verbs }) => verbs))], ['list', 'watch']);
  });

  it('the bundle of an operator without webhooks mentions none', () => {
    const operator = unguarded();
    assert.deepEqual(foldedWebhooks(operator.toJson(), operator).manifests, operator.toJson());
    assert.ok(!('webhookdefinitions' in bundle(operator).clusterServiceVersion.spec));
  });

  it('each webhook with a setting that a bundle can’t express is refused', () => {
    const operator = guarded();
    validating(operator, 'Elsewhere', { namespaceSelector: { matchLabels: { team: 'db' } } });
    validating(operator, 'Sometimes', { matchConditions: [{ name: 'a', expression: 'true' }] });
    assert.deepEqual(findings(operator), [
      "vault-operator/Webhooks/Validating: webhook elsewhere.vault.example.com of ValidatingWebhookConfiguration vault-operator-validating can't be in a bundle",
      "vault-operator/Webhooks/Validating: webhook sometimes.vault.example.com of ValidatingWebhookConfiguration vault-operator-validating can't be in a bundle",
    ]);
  });

  for (const kind of ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration', 'ValidatingAdmissionPolicy']) {
    it(`a ${kind} that the author writes without a construct is refused`, () => {
      const operator = guarded();
      new ApiObject(operator, 'Own', {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind,
        metadata: { name: 'own' },
      });
      assert.deepEqual(findings(operator), [`vault-operator/Own: ${kind} own can't be in a bundle`]);
    });
  }
});

function findings(operator: Operator): string[] {
  try {
    bundle(operator);
  } catch (error) {
    assert.ok(BundleError.is(error), String(error));
    return error.findings.map(({ path, what }) => `${path}: ${what}`);
  }
  return assert.fail('the bundle was not refused');
}

const directory = '/tmp/k8s-webhook-server/serving-certs';

function deployment(spec: object) {
  const template = { metadata: { labels: { app: 'manager' } }, spec };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'manager' }, spec: { replicas: 2, template } };
}

describe('a manager’s Deployment with a certificate of OLM', () => {
  it('a Deployment with OLM’s webhook certificate reads it, and has no volume in its place', () => {
    const manager = { name: 'manager', image: 'example.com/vault:1' };
    const args = ['run', `--webhook-cert-dir=${directory}`];
    const given = deployment({
      serviceAccountName: 'manager',
      containers: [{ ...manager, args, volumeMounts: [{ name: 'certificate', mountPath: directory }] }],
      volumes: [{ name: 'certificate', secret: { secretName: 'vault-tls' } }],
    });
    const wanted = deployment({ serviceAccountName: 'manager', containers: [{ ...manager, args }] });
    assert.deepEqual(withServingCertificate(given), wanted);
    assert.deepEqual(withServingCertificate(wanted), wanted);
  });

  it('a Deployment with OLM’s webhook certificate keeps its other mounts and containers', () => {
    const cache = { name: 'cache', mountPath: '/cache' };
    const given = deployment({
      containers: [
        { name: 'manager', volumeMounts: [cache, { name: 'certificate', mountPath: directory }] },
        { name: 'proxy', args: ['serve'], volumeMounts: [cache] },
      ],
      volumes: [{ name: 'certificate' }, { name: 'cache', emptyDir: {} }],
    });
    const wanted = deployment({
      containers: [
        { name: 'manager', args: [`--webhook-cert-dir=${directory}`], volumeMounts: [cache] },
        { name: 'proxy', args: ['serve'], volumeMounts: [cache] },
      ],
      volumes: [{ name: 'cache', emptyDir: {} }],
    });
    assert.deepEqual(withServingCertificate(given), wanted);
  });
});
