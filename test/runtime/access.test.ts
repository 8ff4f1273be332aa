// Compares the requests of managers with the rights that synth grants for their definitions: none is missing, and none
// is unused. In memory, so that a wrong right is found within seconds; test/apps/access.test.ts uses a real server.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  CustomResource,
  definitionKind,
  definitionName,
  type Kind,
  type KubernetesObject,
  resolveKind,
} from '../../lib/api/index.ts';
import { Controller, claimKind, MetricsAccess, type Operator, StorageMigration } from '../../lib/constructs/index.ts';
import { bundle } from '../../lib/olm/index.ts';
import { type ManagerOptions, runManager } from '../../lib/runtime/index.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { objectsAt } from '../../lib/schema/json-part.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import {
  grantedRights,
  missingRights,
  recordedAccess,
  type UnreachedRight,
  unusedRights,
} from '../../lib/testing/index.ts';
import { jsonObject } from '../../lib/testing/scenario/decoded-object.ts';
import { olmAccess } from '../apps/olm-objects.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { configMap, configMapKind, keyOf, operatorName, shelf, shelfKind, shelfOperator } from './shelf.ts';
import { claim, statefulSetKind, vaultKey, vaultProps } from './vault.ts';

const namespace = `${operatorName}-system`;
const user = `system:serviceaccount:${namespace}:${operatorName}-controller-manager`;

/** A cluster-scoped resource. */
class Rack extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Rack',
  scope: 'Cluster',
  spec: z.object({}),
}) {}

/** A resource that had another version once. */
const crate = { group: 'example.com', kind: 'Crate', spec: z.object({}) };
const same = () => ({ spec: {}, status: {} });
class OldCrate extends CustomResource({ ...crate, version: 'v1beta1' }) {}
class Crate extends CustomResource({ ...crate, version: 'v1', versions: [{ of: OldCrate, up: same, down: same }] }) {}

/** Replicas of an operator, with the rights of its manifests. */
class Trial {
  readonly server: ObservedCluster;
  readonly #stop = new AbortController();
  readonly #ends: Promise<void>[] = [];
  readonly #operator: Operator;
  readonly #access: readonly KubernetesObject[];

  /** @param access - roles and bindings in place of those in the manifests */
  static async of(operator: Operator, access?: readonly KubernetesObject[]): Promise<Trial> {
    const manifests: readonly KubernetesObject[] = operator.toJson();
    const namespaces = [namespace, 'two'];
    const roles = access ?? manifests;
    const objects = [
      ...manifests.filter(({ kind }) => kind === definitionKind.kind || kind === 'Deployment'),
      ...roles.filter(({ kind }) => /Role(Binding)?$/.test(kind)),
    ];
    const server = await ObservedCluster.start({ audit: 'requests', namespaces, objects });
    return new Trial(server, operator, roles);
  }

  private constructor(server: ObservedCluster, operator: Operator, access: readonly KubernetesObject[]) {
    this.server = server;
    this.#operator = operator;
    this.#access = access;
  }

  /** Starts further replicas. */
  async start(count = 1, options: Partial<ManagerOptions> = {}): Promise<this> {
    const connect = () => this.server.client(undefined, user);
    const ports = { connect, clock: this.server.clock, logger: silentLogger, metrics: silentMetrics };
    for (let index = 0; index < count; index += 1) {
      const own = { hostname: `replica-${index}`, leaseNamespace: namespace, ...options };
      this.#ends.push(runManager(this.#operator, ports, own, this.#stop.signal));
    }
    await this.passes();
    await this.#changeSchema();
    return this;
  }

  /** Changes the schema of a CRD, which the manager reports in an Event of its Deployment. */
  async #changeSchema(): Promise<void> {
    const definition = this.server.object(definitionKind, { name: definitionName(shelfKind) });
    const version = objectsAt(jsonObject(definition ?? {}), 'spec.versions')[0];
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const spec = { versions: [{ ...version, schema }] };
    const { apiVersion, kind, metadata } = definition ?? assert.fail('there is no CRD');
    await this.server.edit(definitionKind, { apiVersion, kind, metadata: { name: metadata.name }, spec });
    await this.passes();
  }

  /** Adds objects, and lets the replicas reconcile them. */
  async put(kind: Kind, ...objects: readonly KubernetesObject[]): Promise<void> {
    for (const object of objects) await this.server.put(kind, object);
    await this.passes();
  }

  /**
   * Gives the lease of a replica to another holder, and waits until the replica acquires it again, which one counted
   * Event reports.
   */
  async steal(): Promise<void> {
    const [lease] = this.server.objects(leaseKind);
    const spec = { holderIdentity: 'another-replica', leaseDurationSeconds: 1 };
    const { apiVersion, kind, metadata } = lease ?? assert.fail('there is no lease');
    await this.server.edit(leaseKind, { apiVersion, kind, metadata: { namespace, name: metadata.name }, spec });
    await this.passes();
  }

  /** Lets a minute pass, longer than any wait for a lease. */
  async passes(): Promise<void> {
    await this.server.clock.advance(60_000);
  }

  async end(unreached?: readonly UnreachedRight[]): Promise<{ missing: readonly string[]; unused: readonly string[] }> {
    this.#stop.abort();
    await this.server.clock.advance(0);
    await Promise.all(this.#ends);
    const requests = recordedAccess(this.server.auditEvents(), user);
    const rights = grantedRights(this.#access, user);
    return { missing: missingRights(requests, rights), unused: unusedRights(requests, rights, { unreached }) };
  }
}

const right = { missing: [], unused: [] };
const noMetrics = { metrics: MetricsAccess.none() };

/** The rights for the conversion of a kind with several versions, which these tests don't serve. */
const unserved = [
  {
    right:
      /^(list|watch|patch) customresourcedefinitions\.apiextensions\.k8s\.io "|operator-(webhook-)?certificates?"|create secrets in/,
    because: 'no conversion is served',
  },
];

/** The right to delete what one owns, which the API server requires for a change of owners. */
const ownership = (right: RegExp): UnreachedRight => ({
  right,
  because: 'OwnerReferencesPermissionEnforcement requires it, and no audit event shows it',
});

/** Adds a box to a shelf and removes it, twice, which one counted Event reports. */
async function pruned(trial: Trial, within = 'default'): Promise<void> {
  for (const boxes of [{ x: '1' }, {}, { x: '1' }, {}]) {
    const { metadata, ...rest } = shelf('a', boxes);
    await trial.put(shelfKind, { ...rest, metadata: { ...metadata, namespace: within } });
  }
}

describe('the rights of an operator', () => {
  it('the derived rights let a manager write children, the status and Events', async () => {
    const trial = await (await Trial.of(shelfOperator({}, noMetrics))).start();
    await trial.steal();
    await pruned(trial);
    assert.deepEqual(await trial.end(), right);
  });

  it('the derived rights let a manager watch the kinds of `watches` and `references`, and not write them', async () => {
    const operator = shelfOperator(
      {
        watches: [{ kind: k8s.KubePod, map: () => [] }],
        references: [{ kind: k8s.KubeSecret, names: () => ['words'] }],
        cleanup: () => undefined,
      },
      noMetrics,
    );
    const trial = await (await Trial.of(operator)).start();
    await trial.steal();
    await pruned(trial);
    await trial.server.delete(shelfKind, keyOf('a'));
    await trial.passes();
    assert.equal(trial.server.object(shelfKind, keyOf('a')), undefined);
    assert.deepEqual(await trial.end(), right);
  });

  it('the rights of a confined operator hold only in its namespaces, except for cluster-scoped kinds', async () => {
    const operator = shelfOperator({}, { ...noMetrics, watchNamespaces: ['default', 'two'] });
    new Controller(operator, 'Racks', {
      for: Rack,
      watches: [{ kind: k8s.KubeNode, map: () => [] }],
      render: () => undefined,
    });
    const trial = await (await Trial.of(operator)).start();
    await trial.steal();
    await trial.put(Rack.definition, { apiVersion: 'example.com/v1', kind: 'Rack', metadata: { name: 'r' }, spec: {} });
    await pruned(trial);
    await pruned(trial, 'two');
    const unreached = [{ right: /^(create|patch) events$/, because: 'nothing happens to a rack' }];
    assert.deepEqual(await trial.end(unreached), right);
  });

  it('the rights of an operator that OLM installs for some namespaces hold in those of the OperatorGroup', async () => {
    const words = { displayName: 'Shelves', description: 'Keeps boxes on shelves.', provider: { name: 'Example' } };
    const said = {
      ...noMetrics,
      bundle: {
        ...words,
        maintainers: [{ name: 'Ada', email: 'ada@example.com' }],
        installModes: ['OwnNamespace', 'SingleNamespace'],
      },
    } as const;
    for (const watched of [namespace, 'default']) {
      const operator = shelfOperator({}, said);
      const { clusterServiceVersion } = bundle(operator);
      const trial = await Trial.of(operator, olmAccess(clusterServiceVersion, namespace, [watched]));
      await trial.start(1, { watchNamespaces: [watched] });
      await trial.steal();
      await pruned(trial, watched);
      // OLM grants each right in both namespaces, even if it is for one of them.
      const unreached = [
        { right: new RegExp(` in namespace ${namespace}$`), because: 'the shelves are in the other one' },
        {
          right: / (leases|deployments)\.\S+( "\S+")? in namespace default$/,
          because: 'the lease is in the other one',
        },
      ];
      assert.deepEqual(await trial.end(watched === namespace ? [] : unreached), right);
    }
  });

  it('the derived rights let the replicas of an operator divide the work', async () => {
    const trial = await (await Trial.of(shelfOperator({}, { ...noMetrics, replicas: 3, shards: 3 }))).start(3);
    await trial.passes();
    await trial.steal();
    await pruned(trial);
    assert.deepEqual(await trial.end(), right);
  });

  it('the derived rights let a manager migrate stored objects', async () => {
    const operator = shelfOperator({}, noMetrics);
    new Controller(operator, 'Crates', { for: Crate, render: () => undefined });
    new StorageMigration(operator, 'Migration', { of: Crate });
    const trial = await Trial.of(operator);
    await trial.server.put(Crate.definition, {
      apiVersion: 'example.com/v1',
      kind: 'Crate',
      metadata: keyOf('b'),
      spec: {},
    });
    trial.server.setStoredVersions(Crate.definition, ['v1beta1', 'v1']);
    await trial.start();
    await trial.steal();
    await pruned(trial);
    assert.deepEqual(await trial.end(unserved), right);
  });

  it('the derived rights let a manager recreate a StatefulSet around its pods, and grow their claims', async () => {
    const owns = [{ kind: k8s.KubeStatefulSet, whenImmutable: 'orphan-and-recreate' } as const];
    const trial = await (
      await Trial.of(shelfOperator({ ...vaultProps('orphan-and-recreate'), owns }, noMetrics))
    ).start();
    await trial.steal();
    await trial.put(shelfKind, shelf('a', { storage: '1Gi' }));
    await trial.server.put(claimKind, claim('data-a-0', '1Gi'));
    await trial.server.editStatus(claimKind, keyOf('data-a-0'), { phase: 'Bound' });
    for (const storage of ['2Gi', '3Gi']) {
      await trial.put(shelfKind, shelf('a', { storage }));
      await trial.server.collectGarbage();
      await trial.passes();
      await trial.server.editStatus(statefulSetKind, vaultKey, { observedGeneration: 1, replicas: 2 });
      await trial.passes();
    }
    assert.deepEqual(await trial.end(), right);
  });

  it('the derived rights let a manager adopt objects, which needs the right to delete them', async () => {
    const owns = [{ kind: k8s.KubeConfigMap, whenUncontrolled: 'adopt', whenDropped: 'keep' } as const];
    const trial = await (await Trial.of(shelfOperator({ owns }, noMetrics))).start();
    await trial.steal();
    await trial.server.put(configMapKind, configMap('x', 'without a controller'));
    await trial.put(shelfKind, shelf('a', { x: '1', y: '1' }));
    await trial.server.edit(configMapKind, {
      ...configMap('x', '1'),
      metadata: { ...keyOf('x'), ownerReferences: [] },
    });
    await trial.passes();
    assert.deepEqual(await trial.end([ownership(/^delete configmaps$/)]), right);
    assert.deepEqual(
      trial.server.writes.filter((write) => write.startsWith('delete ')),
      [],
    );
  });

  it('the derived rights let a manager delete children of a retired kind, unless they are kept', async () => {
    const retires = [
      { kind: k8s.KubeSecret, whenDropped: 'delete' },
      { kind: k8s.KubeService, whenDropped: 'keep' },
    ] as const;
    const trial = await (await Trial.of(shelfOperator({ retires }, noMetrics))).start();
    await trial.steal();
    await pruned(trial);
    const { uid } = trial.server.object(shelfKind, keyOf('a'))?.metadata ?? assert.fail('there is no shelf');
    const owner = { apiVersion: 'example.com/v1', kind: 'Shelf', name: 'a', uid, controller: true };
    const secretKind = resolveKind(k8s.KubeSecret);
    const metadata = { ...keyOf('left'), ownerReferences: [owner] };
    await trial.put(shelfKind, shelf('a', { x: '1' }));
    await trial.put(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata });
    assert.equal(trial.server.object(secretKind, keyOf('left')), undefined);
    assert.deepEqual(await trial.end(), right);
  });

  it('the derived rights let a manager update the version in its children’s owner references', async () => {
    const operator = shelfOperator({}, noMetrics);
    new Controller(operator, 'Crates', {
      for: Crate,
      owns: [{ kind: k8s.KubeSecret, whenDropped: 'keep' }],
      render: (scope, { metadata: { name } }) => new k8s.KubeSecret(scope, 'Content', { metadata: { name } }),
    });
    const trial = await (await Trial.of(operator)).start();
    await trial.steal();
    await pruned(trial);
    const object = (name: string) => ({ apiVersion: 'example.com/v1', kind: 'Crate', metadata: keyOf(name), spec: {} });
    await trial.put(Crate.definition, object('b'));
    const secret = trial.server.object(resolveKind(k8s.KubeSecret), keyOf('b')) ?? assert.fail('it has no Secret');
    const [owner] = secret.metadata.ownerReferences ?? [];
    const older = { ...(owner ?? assert.fail('it has no owner')), apiVersion: 'example.com/v1beta1' };
    await trial.put(resolveKind(k8s.KubeSecret), {
      ...secret,
      metadata: { ...secret.metadata, ownerReferences: [older] },
    });
    assert.deepEqual(await trial.end([...unserved, ownership(/^delete secrets$/)]), right);
  });

  it('a comparison of granted rights with requests reports a superfluous right, with the remedy', async () => {
    const operator = shelfOperator({}, noMetrics);
    operator.grant([{ group: '', resource: 'nodes', verbs: ['get'] }]);
    const trial = await (await Trial.of(operator)).start();
    await trial.steal();
    await pruned(trial);
    const { missing, unused } = await trial.end();
    assert.deepEqual(missing, []);
    assert.deepEqual(unused, [
      'ClusterRole shelf-operator-manager-role gives the right to get nodes, which no request needed: remove it, or let the test send a request that needs it',
    ]);
  });
});
