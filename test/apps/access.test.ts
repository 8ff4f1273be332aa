// Compares the requests of the apps' operators and users with the rights of their roles: none is missing, and none is
// unused.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { KubernetesObject } from '../../lib/api/index.ts';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { database } from './databases.ts';
import { type AppName, InstalledOperator } from './installed-operator.ts';
import { Person } from './person.ts';
import { wholeLife } from './whole-life.ts';

const apps = ['memcached', 'database'] as const;

/** The custom resource of an app, with an example. */
interface Subject {
  readonly plural: string;
  readonly path: string;
  readonly isScaled: boolean;
  readonly object: KubernetesObject;
  /** A change that the definition allows. */
  readonly change: object;
}

const subjects: Readonly<Record<AppName, Subject>> = {
  memcached: {
    plural: 'memcacheds',
    path: '/apis/cache.example.com/v1alpha1/namespaces/default/memcacheds',
    isScaled: false,
    object: {
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: { namespace: 'default', name: 'own' },
      spec: { size: 1 },
    },
    change: { spec: { size: 2 } },
  },
  database: {
    plural: 'databases',
    path: '/apis/example.com/v1/namespaces/default/databases',
    isScaled: true,
    object: database('default/own', { version: '14.5', replicas: 1 }),
    change: { spec: { replicas: 2 } },
  },
};

describe('the apps, installed from their manifests', () => {
  let controlPlane: EmbeddedControlPlane;
  const installed = new Map<AppName, InstalledOperator<EmbeddedControlPlane>>();
  const operators = new Map<AppName, OperatorProcess>();

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start();
    for (const app of apps) installed.set(app, await InstalledOperator.on(controlPlane, app));
    await Promise.all(apps.map(async (app) => operators.set(app, await wholeLife(of(app), { app }))));
  });

  after(async () => {
    await controlPlane?.stop();
    for (const each of installed.values()) await each[Symbol.asyncDispose]();
  });

  const of = (app: AppName) => installed.get(app) ?? assert.fail(`${app} is not installed`);

  for (const app of apps) {
    const { plural, path, isScaled, object, change } = subjects[app];
    const singular = plural.slice(0, -1);
    const { name } = object.metadata;
    const patch = ['--type=merge', '-p', JSON.stringify(change)];

    /** The requests that both kinds of users may send. */
    async function readAll(person: Person): Promise<void> {
      await person.kubectl(['get', plural]);
      await person.kubectl(['get', plural, name]);
      await person.kubectl(['get', plural, name, '--subresource=status']);
      if (isScaled) await person.kubectl(['get', plural, name, '--subresource=scale']);
      await person.kubectl(['get', '--raw', `${path}?watch=true&timeoutSeconds=1`]);
    }

    it(`an editor of ${app} resources can send every request on them, and no others`, async () => {
      const editor = await Person.with(of(app), `${app}-operator-${singular}-editor-role`);
      await editor.kubectl(['create', '-f', '-'], object);
      await readAll(editor);
      await editor.kubectl(['patch', plural, name, ...patch]);
      await replaced(editor, [], object);
      if (isScaled) {
        await editor.kubectl(['scale', plural, name, '--replicas=2']);
        const scale = { ...object, apiVersion: 'autoscaling/v1', kind: 'Scale', spec: { replicas: 3 } };
        await replaced(editor, ['--raw', `${path}/${name}/scale`], scale);
      }
      await editor.kubectl(['delete', plural, name]);
      await editor.kubectl(['delete', '--raw', path]);
      assert.deepEqual(await editor.access(), { missing: [], unused: [] });
      await of(app).apply(object);
      for (const strange of [
        ['patch', plural, name, '--subresource=status', ...patch],
        ['get', plural, '-n', 'kube-system'],
        ['get', 'pods'],
        ['get', 'secrets'],
      ]) {
        await assert.rejects(editor.kubectl(strange), /Forbidden/, strange.join(' '));
      }
    });

    it(`a viewer of ${app} resources can read all of them, and change nothing`, async () => {
      const viewer = await Person.with(of(app), `${app}-operator-${singular}-viewer-role`);
      await of(app).apply(object);
      await readAll(viewer);
      assert.deepEqual(await viewer.access(), { missing: [], unused: [] });
      for (const strange of [
        ['patch', plural, name, ...patch],
        ['delete', plural, name],
        ['delete', '--raw', path],
      ]) {
        await assert.rejects(viewer.kubectl(strange), /Forbidden/, strange.join(' '));
      }
      await assert.rejects(viewer.kubectl(['create', '-f', '-'], object), /Forbidden/);
      if (isScaled) await assert.rejects(viewer.kubectl(['scale', plural, name, '--replicas=2']), /Forbidden/);
    });

    it(`the manifests give the operator of ${app} exactly the rights that it needs in its whole life`, async () => {
      // The manager writes its pending Events when it ends.
      await operators.get(app)?.stop();
      assert.deepEqual(await of(app).missingRights(), []);
      assert.deepEqual(await of(app).unusedRights(), []);
    });
  }
});

/** Replaces an object although the operator may write between: kubectl sends the version that it has just read. */
async function replaced(person: Person, args: readonly string[], object: object): Promise<void> {
  await until('it is replaced', async () => {
    try {
      await person.kubectl(['replace', ...args, '-f', '-'], object);
      return true;
    } catch (error) {
      if (error instanceof Error && error.message.includes('(Conflict)')) return false;
      throw error;
    }
  });
}
