import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { apiVersion, builtInKinds, formatGroupVersionKind, isBuiltInGroup, type Kind } from '../../../lib/api/index.ts';
import { ControlPlane } from '../../../lib/testing/index.ts';

/** A kind in a discovery document. */
interface ServedKind {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

/** Verbs of a kind that can be owned. */
const needed = ['list', 'watch', 'create', 'patch', 'delete'];

/** Served by the control plane of the tests, but not yet by the oldest supported version. */
const tooNew =
  /^(MutatingAdmissionPolicy|ResourceClaim|DeviceClass|ResourceSlice|IPAddress|ServiceCIDR|VolumeAttributesClass)/;

describe('the table of built-in kinds', () => {
  let controlPlane: ControlPlane;
  let served: ReadonlyMap<string, Kind>;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const { groups } = await discovered<{ groups: { versions: { groupVersion: string }[] }[] }>('/apis');
    const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion));
    const kinds = await Promise.all(['v1', ...versions].map(kindsOf));
    served = new Map(kinds.flat().map((kind) => [formatGroupVersionKind(kind), kind]));
  });

  after(() => controlPlane.stop());

  async function discovered<Result>(path: string): Promise<Result> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(['get', '--raw', path]);
    assert.equal(exitCode, 0, stderr);
    return JSON.parse(stdout) as Result;
  }

  async function kindsOf(groupVersion: string): Promise<Kind[]> {
    const path = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    const { resources } = await discovered<{ resources: ServedKind[] }>(path);
    const [version = '', group = ''] = groupVersion.split('/').reverse();
    return resources
      .filter(({ name, verbs }) => !name.includes('/') && needed.every((verb) => verbs.includes(verb)))
      .map(({ name, kind, namespaced }) => ({
        group,
        version,
        kind,
        plural: name,
        scope: namespaced ? 'Namespaced' : 'Cluster',
      }));
  }

  it('the table of built-in kinds agrees with a real API server on each kind', () => {
    for (const kind of builtInKinds()) assert.deepEqual(served.get(formatGroupVersionKind(kind)), kind);
  });

  it('isBuiltInGroup knows each group of the API server', async () => {
    const { groups } = await discovered<{ groups: { name: string }[] }>('/apis');
    const unknown = groups.map(({ name }) => name).filter((name) => !isBuiltInGroup(name));
    assert.deepEqual(unknown, []);
  });

  it('the table of built-in kinds has all stable kinds that can be owned', () => {
    const known = new Set(builtInKinds().map(formatGroupVersionKind));
    const missing = [...served.values()].filter(
      (kind) => /^v\d+$/.test(kind.version) && !known.has(formatGroupVersionKind(kind)) && !tooNew.test(kind.kind),
    );
    assert.deepEqual(
      missing.map((kind) => `${apiVersion(kind)} ${kind.kind}`),
      [],
    );
  });
});
