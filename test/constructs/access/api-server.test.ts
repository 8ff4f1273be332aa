// Rights that an API server requires without a request for them: with OwnerReferencesPermissionEnforcement, a
// change of an object's owners requires the right to delete the object.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { CustomResource, type KubernetesObject, resolveKind, type StoredObject } from '../../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../../lib/client/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { Controller, Operator } from '../../../lib/constructs/index.ts';
import { runManager } from '../../../lib/runtime/index.ts';
import { silentLogger, silentMetrics } from '../../../lib/telemetry/index.ts';
import {
  grantedRights,
  missingRights,
  type RecordedRequest,
  recordedAccess,
  unusedRights,
} from '../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';

const kind = { group: 'example.com', kind: 'Crate', spec: z.object({}) };
class OldCrate extends CustomResource({ ...kind, version: 'v1beta1' }) {}
const same = () => ({ spec: {}, status: {} });
class Crate extends CustomResource({ ...kind, version: 'v1', versions: [{ of: OldCrate, up: same, down: same }] }) {}
class Safe extends CustomResource({ ...kind, version: 'v1', kind: 'Safe' }) {}

/** Earlier Crates owned their ConfigMaps in another version; Safes adopt Secrets. Neither ever deletes an object. */
function keeper(): Operator {
  const operator = new Operator(new App(), 'keeper', { version: '1.0.0', image: 'example.com/keeper:1' });
  new Controller(operator, 'Crates', {
    for: Crate,
    owns: [{ kind: k8s.KubeConfigMap, whenDropped: 'keep' }],
    render: (scope, { metadata: { name } }) => new k8s.KubeConfigMap(scope, 'Content', { metadata: { name } }),
  });
  new Controller(operator, 'Safes', {
    for: Safe,
    owns: [{ kind: k8s.KubeSecret, whenDropped: 'keep', whenUncontrolled: 'adopt' }],
    render: (scope, { metadata: { name } }) => new k8s.KubeSecret(scope, 'Content', { metadata: { name } }),
  });
  return operator;
}

const account = 'keeper-controller-manager';
const user = `system:serviceaccount:keeper-system:${account}`;
const [configMaps, secrets] = [resolveKind(k8s.KubeConfigMap), resolveKind(k8s.KubeSecret)];

describe('an operator whose children change their owners, on an API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: EmbeddedControlPlane;
  let admin: HttpClient;
  let manifests: readonly KubernetesObject[];
  const stop = new AbortController();
  let ended: Promise<void>;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
    const connected = async (kubeconfig: string) => {
      const credentials = await loadCredentials({ clock: systemClock, kubeconfig });
      return () => new HttpClient(credentials, { clock: systemClock, fieldManager: 'keeper' });
    };
    admin = (await connected(controlPlane.kubeconfig))();
    manifests = keeper().toJson();
    await apply(...manifests);
    await untilEstablished(controlPlane);
    await contents('one');
    const connect = await connected(await controlPlane.serviceAccountKubeconfig('keeper-system', account));
    const ports = { connect, clock: systemClock, logger: silentLogger, metrics: silentMetrics };
    ended = runManager(keeper(), ports, { hostname: 'here' }, stop.signal);
  });

  after(async () => {
    stop.abort();
    await ended;
    await admin?.close();
    await controlPlane?.stop();
  });

  async function kubectl(args: readonly string[], input?: string): Promise<void> {
    const { stderr, exitCode } = await controlPlane.kubectl(args, input === undefined ? {} : { input });
    assert.equal(exitCode, 0, stderr);
  }

  async function apply(...items: readonly object[]): Promise<void> {
    await kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  }

  /**
   * Creates a Crate with a ConfigMap whose owner reference has the earlier version, a Secret without an owner, and a
   * Safe for it.
   */
  async function contents(name: string): Promise<void> {
    const metadata = { namespace: 'default', name };
    await apply({ apiVersion: 'example.com/v1', kind: 'Crate', metadata, spec: {} });
    const { uid } = (await admin.get(Crate.definition, metadata)).metadata;
    const owner = { apiVersion: 'example.com/v1beta1', kind: 'Crate', name, uid, controller: true };
    await apply(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...metadata, ownerReferences: [owner] } },
      { apiVersion: 'v1', kind: 'Secret', metadata },
      { apiVersion: 'example.com/v1', kind: 'Safe', metadata, spec: {} },
    );
  }

  const ownerOf = ({ metadata: { ownerReferences: [owner] = [] } }: StoredObject) =>
    owner && `${owner.kind} in ${owner.apiVersion}`;

  async function owners(name: string): Promise<readonly (string | undefined)[]> {
    const key = { namespace: 'default', name };
    return [ownerOf(await admin.get(configMaps, key)), ownerOf(await admin.get(secrets, key))];
  }

  async function access(): Promise<readonly RecordedRequest[]> {
    return recordedAccess(await controlPlane.auditEvents(), user);
  }

  it('an operator has every right that the API server requires to change owners of its children', async () => {
    await until('all have their owners', async () => (await owners('one')).every((owner) => owner?.endsWith('/v1')));
    assert.deepEqual(await owners('one'), ['Crate in example.com/v1', 'Safe in example.com/v1']);
    assert.deepEqual(missingRights(await access(), grantedRights(manifests, user)), []);
  });

  it('an operator whose children change owners has no unused right without a reason', async () => {
    const unreached = [
      { right: /^delete (configmaps|secrets)$/, because: 'the API server requires it for a change of owners' },
      { right: /^create (configmaps|secrets)$/, because: 'all children exist' },
      { right: /finalizers$/, because: 'all children exist' },
      { right: /leases/, because: 'it is the only replica' },
      { right: /reviews/, because: 'it serves no metrics' },
      { right: /^(create|patch) events/, because: 'only adoptions have Events' },
      { right: /^get deployments/, because: 'its installation has no defects' },
      { right: /customresourcedefinitions/, because: 'it serves no webhooks' },
    ];
    assert.deepEqual(unusedRights(await access(), grantedRights(manifests, user), { unreached }), []);
  });

  it('the API server refuses a change of owners without the right to delete the child', async () => {
    const rights = grantedRights(manifests, user);
    const lesser = manifests
      .filter(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === 'keeper-manager-role')
      .map((role) => JSON.parse(JSON.stringify(role).replaceAll(',"delete"', '')) as KubernetesObject);
    await apply(...lesser);
    await contents('two');
    const refused = async () =>
      missingRights(await access(), rights).map((sentence) => sentence.replace(/ the roles .*(cannot .*):.*/s, ' $1'));
    await until('both are refused', async () => (await refused()).length >= 2);
    assert.deepEqual((await refused()).toSorted(), [
      "patch /api/v1/namespaces/default/configmaps/two was forbidden, though cannot set an ownerRef on a resource you can't delete",
      "patch /api/v1/namespaces/default/secrets/two was forbidden, though cannot set an ownerRef on a resource you can't delete",
    ]);
    assert.deepEqual(await owners('two'), ['Crate in example.com/v1beta1', undefined]);
  });
});
