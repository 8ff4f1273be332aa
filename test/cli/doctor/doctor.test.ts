// The diagnoses of `doctor`, as a process, on an embedded cluster.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { type Kind, type KubernetesObject, knownKind } from '../../../lib/api/index.ts';
import { type CertificateAuthority, issueAuthority, issueServingCertificate } from '../../../lib/certificate/index.ts';
import { installationDiagnoses } from '../../../lib/cli/doctor/installation-check.ts';
import { serverDiagnoses } from '../../../lib/cli/doctor/server-check.ts';
import type { Client } from '../../../lib/client/index.ts';
import { microTimestamp, systemClock, timestamp } from '../../../lib/clock/index.ts';
import { Operator } from '../../../lib/constructs/index.ts';
import { EmbeddedCluster, type EmbeddedClusterOptions } from '../../../lib/testing/index.ts';
import { bundle } from '../../olm/bundle/cache-operator.ts';
import { thirdPartyDefinition } from '../../runtime/third-party-definition.ts';

const program = join(import.meta.dirname, 'app.ts');
const namespace = 'lock-operator-system';
const locks: Kind = { group: 'example.com', version: 'v1', kind: 'Lock', plural: 'locks', scope: 'Namespaced' };
const configuration = knownKind('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration');
const definition = knownKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
const deployment = knownKind('apps/v1', 'Deployment');
const secret = knownKind('v1', 'Secret');
const namespaces = knownKind('v1', 'Namespace');
const manager = { namespace, name: 'lock-operator-controller-manager' };
const registration = 'lock-operator-validating';
const host = `lock-operator-webhook.${namespace}.svc`;
const lock = {
  apiVersion: 'example.com/v1',
  kind: 'Lock',
  metadata: { name: 'front', namespace: 'default' },
  spec: {},
};
const lease = knownKind('coordination.k8s.io/v1', 'Lease');

interface Ending {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

describe('doctor', () => {
  let cluster: EmbeddedCluster;
  let client: Client;
  let kubeconfig: string;

  beforeEach(() => start());

  afterEach(async () => {
    await client.close();
    await cluster.stop();
  });

  async function start(options?: EmbeddedClusterOptions): Promise<void> {
    cluster = await EmbeddedCluster.start(options);
    client = cluster.client();
    ({ kubeconfig } = await cluster.listen());
  }

  async function restart(options: EmbeddedClusterOptions): Promise<void> {
    await client.close();
    await cluster.stop();
    await start(options);
  }

  function run(...words: readonly string[]): Promise<Ending> {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    execFile(process.execPath, [program, ...words, '--kubeconfig', kubeconfig], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    return promise;
  }

  /** Renews the Lease of the leader, as a manager does. */
  async function lead(renewedAtMs: number): Promise<void> {
    const metadata = { namespace, name: 'lock-operator' };
    const time = microTimestamp(renewedAtMs);
    const spec = { holderIdentity: 'pod-1', leaseDurationSeconds: 3_600, renewTime: time, acquireTime: time };
    const object = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec };
    await client.apply(lease, object, { fieldManager: 'test', force: true });
  }

  /** Writes the condition Ready of the lock, as a manager does. */
  async function reportReady(condition: object): Promise<void> {
    const time = { lastTransitionTime: timestamp(systemClock.now()) };
    const ready = { type: 'Ready', message: 'Deployment bolt waits', ...time, ...condition };
    const patch = { type: 'merge', body: { status: { conditions: [ready] } } } as const;
    await client.patch(locks, { namespace: 'default', name: 'front' }, patch, { subresource: 'status' });
  }

  /** Removes the webhook, which no manager serves. */
  async function unregister(): Promise<void> {
    await client.delete(configuration, { name: registration });
  }

  async function register(authority: string): Promise<void> {
    const caBundle = Buffer.from(authority).toString('base64');
    const body = [{ op: 'add', path: '/webhooks/0/clientConfig/caBundle', value: caBundle }] as const;
    await client.patch(configuration, { name: registration }, { type: 'json', body });
  }

  async function storeCertificate(authority: CertificateAuthority, to: string, nowMs: number): Promise<string> {
    const { certificate, key } = await issueServingCertificate(authority, [to], nowMs);
    const metadata = { namespace, name: 'lock-operator-webhook-certificate' };
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const data = { 'tls.crt': encoded(certificate), 'tls.key': encoded(key) };
    await client.apply(
      secret,
      { apiVersion: 'v1', kind: 'Secret', metadata, data },
      { fieldManager: 'test', force: true },
    );
    return certificate;
  }

  it('doctor names the command that installs a missing operator, and exits with 1', async () => {
    const { code, stdout } = await run('doctor');
    assert.equal(code, 1);
    assert.match(stdout, /^ok: Node \d+\.\d+\.\d+$/m);
    assert.match(stdout, /^ok: API server https:\S+: Kubernetes v1\.\d+\.\d+/m);
    assert.match(
      stdout,
      /^problem: operator lock-operator is not installed: none of its \d+ objects exists\n {2}remedy: `operand deploy`$/m,
    );
    assert.doesNotMatch(stdout, /can't install/);
  });

  it('doctor compares the patch release of the API server with minKubeVersion', async () => {
    const props = { version: '1.0.0', image: 'example.com/door:1.0.0' };
    const operator = new Operator(new App(), 'door-operator', {
      ...props,
      bundle: { ...bundle, minKubeVersion: '1.30.2' },
    });
    for (const [gitVersion, state] of [
      ['v1.30.5-gke.1014001', 'ok'],
      ['v1.30.2+k3s1', 'ok'],
      ['v1.30.1', 'problem'],
    ] as const) {
      const server = { serverVersion: async () => ({ major: '1', minor: '30+', gitVersion }) };
      const diagnoses = await serverDiagnoses(server, 'https://192.0.2.1', [operator]);
      assert.deepEqual(
        diagnoses.map((diagnosis) => diagnosis.state),
        [state],
      );
    }
  });

  it('doctor reports a manager without a Lease, and webhooks without an authority and a certificate', async () => {
    await run('deploy');
    const { code, stdout } = await run('doctor');
    assert.equal(code, 1);
    assert.match(stdout, /^ok: operator lock-operator: \d+ objects are installed and ready$/m);
    assert.match(stdout, /^problem: Lease lock-operator-system\/lock-operator doesn't exist$/m);
    assert.match(stdout, /^ {2}remedy: `kubectl logs deployment\/lock-operator-controller-manager --namespace /m);
    assert.match(stdout, /^problem: webhook \S+ of ValidatingWebhookConfiguration \S+ has no caBundle$/m);
    assert.match(
      stdout,
      /^problem: Secret lock-operator-system\/lock-operator-webhook-certificate has no certificate$/m,
    );
  });

  it('doctor compares the age of the leader’s Lease with its duration', async () => {
    await run('deploy');
    await lead(systemClock.now());
    assert.match((await run('doctor')).stdout, /^ok: Lease \S+: pod-1 renewed it \d+ s ago/m);
    await lead(systemClock.now() - 7_200_000);
    assert.match(
      (await run('doctor')).stdout,
      /^problem: Lease \S+: pod-1 renewed it 7\d{3} s ago, by this machine's clock\n {2}expected: .* valid for 3600 s$/m,
    );
  });

  it('doctor reports a missing object, and objects that differ from this version', async () => {
    await run('deploy');
    await unregister();
    const versions = { type: 'json', body: [{ op: 'remove', path: '/spec/versions/0/subresources' }] } as const;
    await client.patch(definition, { name: 'locks.example.com' }, versions);
    const replicas = { type: 'merge', body: { spec: { replicas: 0 } } } as const;
    await client.patch(deployment, manager, replicas);
    const { stdout } = await run('doctor');
    assert.match(stdout, /^problem: ValidatingWebhookConfiguration \S+ is missing\n {2}remedy: `operand deploy`$/m);
    assert.match(stdout, /^problem: CustomResourceDefinition locks\.example\.com differs from this version/m);
    assert.match(
      stdout,
      /^warning: Deployment \S+ differs from .*\n {2}expected: the manifest of lock-operator 1\.0\.0$/m,
    );
  });

  it('doctor reports a manager that is not ready, and names the log to read', async () => {
    await restart({ workloads: 'none' });
    await run('deploy', '--no-wait');
    const { stdout } = await run('doctor');
    assert.match(stdout, /^problem: Deployment \S+ is not ready: .*\n {2}remedy: `kubectl logs deployment/m);
    assert.match(stdout, /^problem: Service \S+ has no ready endpoint$/m);
  });

  it('doctor names the namespace of an unready object in the command that describes it', async () => {
    const operator = new Operator(new App(), 'door-operator', { version: '1.0.0', image: 'example.com/door:1.0.0' });
    const spec = { type: 'LoadBalancer', ports: [{ port: 80 }], selector: { app: 'bell' } };
    new k8s.KubeService(operator, 'Bell', { metadata: { name: 'bell' }, spec });
    const manifests: readonly KubernetesObject[] = operator.toJson();
    await cluster.apply(...manifests);
    const diagnoses = await installationDiagnoses({ operator, namespace, client, clock: systemClock });
    const remedies = diagnoses.flatMap(({ what, remedy = '' }) => (what.startsWith('Service ') ? [remedy] : []));
    assert.deepEqual(remedies, ['`kubectl describe Service bell --namespace door-operator-system`']);
  });

  it('doctor compares the certificate of the webhooks with the caBundle, the Service and the time', async () => {
    await run('deploy');
    const [authority, other] = await Promise.all(
      ['one', 'other'].map((name) => issueAuthority(name, systemClock.now())),
    );
    assert.ok(authority !== undefined && other !== undefined);
    const certificate = await storeCertificate(authority, host, systemClock.now());
    // cert-manager registers a self-signed certificate itself, which isn't that of a CA.
    for (const caBundle of [authority.certificate, certificate]) {
      await register(caBundle);
      assert.match((await run('doctor')).stdout, /^ok: webhooks: 1 call of the API server has a server$/m);
    }
    await register(other.certificate);
    await storeCertificate(authority, 'elsewhere.svc', systemClock.now() - 3_650 * 86_400_000);
    const { stdout } = await run('doctor');
    assert.match(stdout, /^problem: Secret \S+: the certificate is valid from .* to .*$/m);
    assert.match(stdout, /^problem: Secret \S+: the certificate is for DNS:elsewhere\.svc$/m);
    assert.match(stdout, /^problem: webhook \S+ of \S+ \S+ doesn't trust the certificate in Secret \S+$/m);
  });

  it('doctor names the unready children of a resource, and the page about the reason', async () => {
    await run('deploy');
    await unregister();
    const { metadata } = await client.create(locks, lock);
    await reportReady({ status: 'False', reason: 'ChildrenNotReady' });
    const labels = { app: 'bolt' };
    await client.create(deployment, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        ...{ namespace: 'default', name: 'bolt' },
        ownerReferences: [
          { apiVersion: 'example.com/v1', kind: 'Lock', name: 'front', uid: metadata.uid, controller: true },
        ],
      },
      spec: {
        ...{ paused: true, selector: { matchLabels: labels } },
        template: { metadata: { labels }, spec: { containers: [{ name: 'bolt', image: 'example.com/bolt' }] } },
      },
    });
    const { stdout } = await run('doctor', 'lock/front');
    assert.match(
      stdout,
      /^problem: Lock default\/front is not ready: .*\n {2}condition Ready is False, ChildrenNotReady: /m,
    );
    assert.match(
      stdout,
      /^ {2}expected: .* Ready is True\n {2}remedy: node_modules\/operand\/docs\/troubleshooting\.md#childrennotready$/m,
    );
    assert.match(stdout, /^problem: its Deployment default\/bolt is not ready: /m);
  });

  it('doctor names the whole page for a reason without an entry: of an author, or of a stale condition', async () => {
    await run('deploy');
    await unregister();
    await client.create(locks, lock);
    const remedy = /^ {2}remedy: node_modules\/operand\/docs\/troubleshooting\.md$/m;
    await reportReady({ status: 'False', reason: 'KeyMissing' });
    assert.match((await run('doctor', 'lock/front')).stdout, remedy);
    await reportReady({ status: 'True', reason: 'ChildrenReady', observedGeneration: 0 });
    assert.match((await run('doctor', 'lock/front')).stdout, remedy);
  });

  it('doctor reports a resource that no manager has reconciled, and a missing one, in JSON and YAML', async () => {
    await run('deploy');
    await unregister();
    await client.create(locks, lock);
    const json = JSON.parse((await run('doctor', 'lock/front', '-o', 'json')).stdout);
    assert.equal(json.isHealthy, false);
    assert.equal(json.diagnoses.at(-1).what, 'Lock default/front has no condition Ready: no manager has reconciled it');
    const { stdout } = await run('doctor', 'locks.example.com/back', '-o', 'yaml');
    assert.match(stdout, /^isHealthy: false\ndiagnoses:\n/);
    assert.match(stdout, /Lock default\/back doesn't exist in example\.com\/v1/);
  });

  describe('an operator that OLM installs', () => {
    const place = 'operators';
    const olmKind = (kind: string): Kind => ({
      ...{ group: 'operators.coreos.com', version: 'v1alpha1', kind, plural: `${kind.toLowerCase()}s` },
      scope: 'Namespaced',
    });
    const kinds = {
      subscription: olmKind('Subscription'),
      plan: olmKind('InstallPlan'),
      release: olmKind('ClusterServiceVersion'),
    };
    const condition = { lastTransitionTime: '2030-01-01T00:00:00Z', status: 'True' };

    beforeEach(async () => {
      await client.create(namespaces, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } });
      for (const kind of Object.values(kinds)) await client.create(definition, thirdPartyDefinition(kind));
    });

    async function create(kind: keyof typeof kinds, name: string, content: object): Promise<void> {
      const { group, version, kind: word } = kinds[kind];
      const metadata = { namespace: place, name };
      await client.create(kinds[kind], { apiVersion: `${group}/${version}`, kind: word, metadata, ...content });
    }

    const subscribe = (status: object) =>
      create('subscription', 'lock', {
        spec: { name: 'lock-operator', source: 'catalog', sourceNamespace: 'olm', channel: 'stable' },
        status,
      });

    it('doctor diagnoses an operator of OLM by its Subscription and its ClusterServiceVersions', async () => {
      await subscribe({ state: 'AtLatestKnown', installedCSV: 'lock-operator.v1.0.0' });
      await create('release', 'lock-operator.v1.0.0', { spec: { version: '1.0.0' }, status: { phase: 'Succeeded' } });
      await create('release', 'lock-operator.v0.9.0', { spec: { version: '0.9.0' }, status: { phase: 'Succeeded' } });
      const { stdout } = await run('doctor');
      assert.match(stdout, /^ok: Subscription operators\/lock: AtLatestKnown, from CatalogSource olm\/catalog$/m);
      assert.match(stdout, /^ok: ClusterServiceVersion operators\/lock-operator\.v1\.0\.0: phase Succeeded$/m);
      assert.match(
        stdout,
        /^warning: ClusterServiceVersion \S+v0\.9\.0: phase Succeeded\n {2}expected: version 1\.0\.0, which/m,
      );
      assert.doesNotMatch(stdout, /operand deploy/);
    });

    it('doctor reports an InstallPlan that waits for approval, with the command that approves it', async () => {
      await subscribe({
        installPlanRef: { name: 'install-1' },
        conditions: [{ ...condition, type: 'InstallPlanPending', reason: 'RequiresApproval' }],
      });
      await create('plan', 'install-1', { spec: { approved: false }, status: { phase: 'RequiresApproval' } });
      const { code, stdout } = await run('doctor');
      assert.equal(code, 1);
      assert.match(
        stdout,
        /^problem: InstallPlan operators\/install-1 has the phase RequiresApproval\n.*\n {2}remedy: `kubectl patch installplan install-1 --namespace operators .*true\}\}'`$/m,
      );
    });

    it('doctor reports the failure of a Subscription, an InstallPlan and a ClusterServiceVersion', async () => {
      const failed = { ...condition, reason: 'ConstraintsNotSatisfiable', message: 'no channel stable' };
      await subscribe({ installPlanRef: { name: 'install-1' }, conditions: [{ ...failed, type: 'ResolutionFailed' }] });
      const plan = {
        type: 'Installed',
        status: 'False',
        reason: 'InstallComponentFailed',
        message: 'bundle unpacking',
      };
      await create('plan', 'install-1', { spec: {}, status: { phase: 'Failed', conditions: [plan] } });
      const requirements = [{ kind: 'CustomResourceDefinition', name: 'keys.example.com', status: 'NotPresent' }];
      await create('release', 'lock-operator.v1.0.0', {
        spec: { version: '1.0.0' },
        status: { phase: 'Pending', reason: 'RequirementsNotMet', message: 'one is', requirementStatus: requirements },
      });
      const { stdout } = await run('doctor');
      assert.match(
        stdout,
        /^problem: Subscription \S+ can't install .*\n {2}condition ResolutionFailed is True, ConstraintsNotSatisfiable: no channel stable$/m,
      );
      assert.match(
        stdout,
        /^problem: InstallPlan \S+ has the phase Failed\n {2}condition Installed is False, InstallComponentFailed: bundle/m,
      );
      assert.match(
        stdout,
        /^problem: ClusterServiceVersion \S+ has the phase Pending, RequirementsNotMet: one is\n {2}requirement CustomResourceDefinition keys\.example\.com is NotPresent\n/m,
      );
    });
  });

  it('doctor diagnoses an operator of OLM v1 by its ClusterExtension', async () => {
    const extension: Kind = {
      ...{ group: 'olm.operatorframework.io', version: 'v1', kind: 'ClusterExtension', plural: 'clusterextensions' },
      scope: 'Cluster',
    };
    await client.create(definition, thirdPartyDefinition(extension));
    const report = (installed: string, progressing: readonly [status: string, reason: string, message: string]) => {
      const [status, reason, message] = progressing;
      const lastTransitionTime = '2030-01-01T00:00:00Z';
      return client.apply(
        extension,
        {
          ...{ apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name: 'locks' } },
          spec: {
            ...{ namespace, serviceAccount: { name: 'installer' } },
            source: { sourceType: 'Catalog', catalog: { packageName: 'lock-operator' } },
          },
          status: {
            conditions: [
              { type: 'Installed', status: installed, reason: 'Succeeded', message: '', lastTransitionTime },
              { type: 'Progressing', status, reason, message, lastTransitionTime },
            ],
            install: { bundle: { name: 'lock-operator.v0.9.0', version: '0.9.0' } },
          },
        },
        { fieldManager: 'test', force: true },
      );
    };
    await report('False', ['True', 'Retrying', 'no package lock-operator']);
    const refused = await run('doctor');
    assert.equal(refused.code, 1);
    assert.match(
      refused.stdout,
      /^problem: ClusterExtension locks is not installed\n.*\n {2}condition Progressing is True, Retrying: no package/m,
    );
    assert.match(
      refused.stdout,
      /^ {2}remedy: .* ServiceAccount lock-operator-system\/installer; then `kubectl describe /m,
    );
    await report('True', ['True', 'Succeeded', '']);
    const { stdout } = await run('doctor');
    assert.match(
      stdout,
      /^warning: ClusterExtension locks: 0\.9\.0 is installed\n {2}expected: version 1\.0\.0, which/m,
    );
    assert.doesNotMatch(stdout, /operand deploy/);
  });

  it('doctor refuses a kind of another app', async () => {
    const { code, stderr } = await run('doctor', 'key/front');
    assert.deepEqual([code, stderr], [1, "'key' is not a kind of this app: write one of Lock\n"]);
  });
});
