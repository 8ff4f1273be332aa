// Makes the operator of an installed app send every request that it ever sends. Called by tests that compare the
// requests with the rights.

import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';
import type { KubernetesObject } from '../../lib/api/index.ts';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import type { TestedControlPlane } from '../embedded-control-plane.ts';
import { patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { untilAllowed } from '../until-allowed.ts';
import { database, databasesReady, getDatabase } from './databases.ts';
import type { AppName, InstalledOperator } from './installed-operator.ts';
import { applyMemcacheds, memcachedsReady } from './memcacheds.ts';

/** Options of {@link wholeLife}. */
export interface Life {
  readonly app: AppName;
  /** Further arguments of `run`. @default none */
  readonly args?: readonly string[];
  /** True if the operator manages the certificates of its webhooks, and the API server calls them. @default true */
  readonly isCalled?: boolean;
}

/** Runs an operator as one of two replicas, of which the first ends in order. @returns the second. */
export async function wholeLife(
  installed: InstalledOperator<TestedControlPlane>,
  { app, args = [], isCalled = true }: Life,
): Promise<OperatorProcess> {
  const start = async () => {
    const words = ['--leader-elect', '--metrics-address=https://127.0.0.1:0', ...args];
    const operator = await installed.run(words);
    await operator.ready();
    return operator;
  };
  const name = `${app}-operator`;
  const hasCertificates = app === 'database' && isCalled;
  const first = await start();
  for (const lease of hasCertificates ? [name, `${name}-certificates`] : [name]) {
    await stolenLease(installed, lease, `${name}-system`);
  }
  const second = await start();
  await scraped(installed, first, name);
  await (app === 'memcached' ? memcachedLife(installed) : databaseLife(installed, isCalled));
  if (hasCertificates) await damagedCertificate(installed);
  await damagedInstallation(installed, { app, isRestored: hasCertificates });
  await first.stop();
  await second.logged('"leading"');
  await (app === 'memcached' ? memcachedEnd(installed) : databaseEnd(installed));
  return second;
}

/** Changes a CRD, which the manager reports, and deletes a webhook configuration, which it creates again. */
async function damagedInstallation(
  installed: InstalledOperator<TestedControlPlane>,
  { app, isRestored }: { readonly app: AppName; readonly isRestored: boolean },
): Promise<void> {
  const definition = app === 'memcached' ? 'crd/memcacheds.cache.example.com' : 'crd/databases.example.com';
  const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-preserve-unknown-fields';
  const changed = async (op: object) => {
    await installed.kubectl('patch', definition, '--type=json', '-p', JSON.stringify([op]));
  };
  await changed({ op: 'add', path, value: true });
  const reads = async () =>
    (await installed.controlPlane.auditEvents()).some(
      ({ user, verb, objectRef }) =>
        user.username === installed.user && verb === 'get' && objectRef?.resource === 'deployments',
    );
  await until('the manager reports it on its Deployment', reads);
  await changed({ op: 'remove', path });
  if (!isRestored) return;
  for (const kind of ['validating', 'mutating']) {
    const [resource, name] = [`${kind}webhookconfiguration`, `${app}-operator-${kind}`];
    if ((await installed.get(resource, name)) === undefined) continue;
    await installed.kubectl('delete', resource, name);
    await until(`${name} is back`, async () => (await installed.get(resource, name)) !== undefined);
  }
}

async function memcachedLife(installed: InstalledOperator<TestedControlPlane>): Promise<void> {
  await installed.kubectl('apply', '-f', installed.samples);
  await memcachedsReady(installed, 1);
  await applyMemcacheds(installed, { 'default/memcached-small': 2 });
  await memcachedsReady(installed, 1);
  await installed.kubectl('scale', 'deployment', 'memcached-small', '--replicas=4');
  await installed.kubectl('annotate', 'memcached', 'memcached-small', 'memcached.cache.example.com/paused=true');
  await installed.kubectl('annotate', 'memcached', 'memcached-small', 'memcached.cache.example.com/paused-');
  const owner = (await installed.get('memcached', 'memcached-small')) ?? missing('the sample');
  const labels = { app: 'left-over' };
  const leftOver = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { namespace: 'default', name: 'left-over' },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'none' }] } },
    },
  };
  // A repeated message increases the count of its first Event.
  await pruned(installed, owner, leftOver);
  await pruned(installed, owner, leftOver);
}

async function memcachedEnd(installed: InstalledOperator<TestedControlPlane>): Promise<void> {
  await installed.kubectl('delete', 'deployment', 'memcached-small');
  await until(
    'the Deployment is back',
    async () => (await installed.get('deployment', 'memcached-small')) !== undefined,
  );
  await memcachedsReady(installed, 1);
  await installed.kubectl('delete', 'memcached', '--all');
}

async function databaseLife(installed: InstalledOperator<TestedControlPlane>, isConverted: boolean): Promise<void> {
  await installed.kubectl('create', 'namespace', 'production');
  await installed.kubectl('apply', '-f', installed.samples);
  const spec = { engine: 'postgresql', version: '14.5', replicas: 1, storage: '10Gi' };
  const references = { configFrom: { name: 'settings' }, passwordFrom: { name: 'password' } };
  await installed.kubectl('create', 'secret', 'generic', 'password', '--from-literal=password=first');
  await installed.kubectl('create', 'configmap', 'settings', '--from-literal=jit=on');
  await installed.apply(database('default/grown', { ...spec, ...references }));
  await databasesReady(installed, 'production/my-postgres', 'default/grown');
  await installed.apply(database('default/grown', { ...spec, ...references, storage: '20Gi' }));
  await until('the volume has grown', async () => {
    const claim = await installed.get('persistentvolumeclaim', 'data-grown-0');
    return (claim?.status as { capacity?: { storage?: string } } | undefined)?.capacity?.storage === '20Gi';
  });
  await databasesReady(installed, 'default/grown');
  if (isConverted) {
    await installed.apply(database('default/old', { dbType: 'mysql', version: '8.0', replicas: 1 }, 'v1beta1'));
    await databasesReady(installed, 'default/old');
  }
  const owner = (await getDatabase(installed, 'default/grown')) ?? missing('the Database');
  const metadata = { namespace: 'default', name: 'left-over' };
  const spare = { apiVersion: 'v1', kind: 'Service', metadata, spec: { ports: [{ port: 1 }] } };
  await pruned(installed, owner, spare);
  await pruned(installed, owner, spare);
  await pruned(installed, owner, { apiVersion: 'v1', kind: 'ServiceAccount', metadata });
}

async function databaseEnd(installed: InstalledOperator<TestedControlPlane>): Promise<void> {
  await installed.kubectl('delete', 'service', 'grown-headless');
  await until('the Service is back', async () => (await installed.get('service', 'grown-headless')) !== undefined);
  await installed.kubectl('delete', 'db', '--all', '--all-namespaces', patience);
}

/** Gives a resource a leftover child, as from an earlier release, and waits until it is pruned, and an Event says so. */
async function pruned(
  installed: InstalledOperator<TestedControlPlane>,
  { apiVersion, kind, metadata: { name, uid } }: KubernetesObject,
  leftOver: KubernetesObject,
): Promise<void> {
  const ownerReferences = [{ apiVersion, kind, name, uid: uid ?? '', controller: true }];
  await installed.apply({ ...leftOver, metadata: { ...leftOver.metadata, ownerReferences } });
  const { namespace } = leftOver.metadata;
  const subject = `${leftOver.kind} ${leftOver.metadata.name}`;
  await until(`${subject} is gone`, async () => {
    return (await installed.get(leftOver.kind, leftOver.metadata.name, namespace)) === undefined;
  });
  await until(`an Event reports that ${subject} is gone`, async () => {
    const events = await installed.list('events', namespace);
    return events.some(
      ({ reason, message }) => reason === 'ChildPruned' && String(message).includes(leftOver.metadata.name),
    );
  });
}

/** Gives the lease of a replica to another holder, and waits until the replica acquires it again. */
async function stolenLease(
  installed: InstalledOperator<TestedControlPlane>,
  lease: string,
  namespace: string,
): Promise<void> {
  const otherHolder = 'another-replica';
  const holder = async () => {
    const held = await installed.get('lease', lease, namespace);
    return (held?.spec as { holderIdentity?: string } | undefined)?.holderIdentity;
  };
  await until(`${lease} is held`, async () => (await holder()) !== undefined);
  const spec = { holderIdentity: otherHolder, leaseDurationSeconds: 1 };
  await installed.kubectl('patch', 'lease', lease, '-n', namespace, '--type=merge', '-p', JSON.stringify({ spec }));
  await until(`${lease} is acquired again`, async () => (await holder()) !== otherHolder);
}

/** Reads the metrics as an authorized user, with a token. */
async function scraped(
  installed: InstalledOperator<TestedControlPlane>,
  operator: OperatorProcess,
  name: string,
): Promise<void> {
  const account = `${name}-scraper`;
  await installed.kubectl('create', 'serviceaccount', account);
  const role = `--clusterrole=${name}-metrics-reader`;
  await installed.kubectl('create', 'clusterrolebinding', account, role, `--serviceaccount=default:${account}`);
  await untilAllowed(installed.controlPlane, `system:serviceaccount:default:${account}`, ['get', '/metrics']);
  const file = await installed.controlPlane.serviceAccountKubeconfig('default', account);
  const { users } = JSON.parse(await readFile(file, 'utf8')) as { users: { user: { token: string } }[] };
  // Only the operator trusts the authority of its own certificate.
  const agent = new Agent({ connect: { rejectUnauthorized: false } });
  const headers = { authorization: `Bearer ${users[0]?.user.token}` };
  const url = `${await operator.url('metrics server')}/metrics`;
  const { statusCode, body } = await request(url, { dispatcher: agent, headers });
  await body.dump();
  await agent.close();
  if (statusCode !== 200) throw new Error(`the metrics of ${name} answered ${statusCode}`);
}

/** Damages the Secret of the operator's certificate, and waits until the operator has repaired it. */
async function damagedCertificate(installed: InstalledOperator<TestedControlPlane>): Promise<void> {
  const secret = ['secret', 'database-operator-webhook-certificate', 'database-operator-system'] as const;
  const certificate = async () => {
    const { data } = (await installed.get(...secret)) ?? missing('the Secret');
    return (data as Readonly<Record<string, string>>)['tls.crt'];
  };
  const [kind, name, namespace] = secret;
  await installed.kubectl('patch', kind, name, '-n', namespace, '--type=merge', '-p', '{"data":{"tls.crt":null}}');
  await until('the certificate is issued again', async () => (await certificate()) !== undefined);
}

function missing(what: string): never {
  throw new Error(`${what} is gone`);
}
