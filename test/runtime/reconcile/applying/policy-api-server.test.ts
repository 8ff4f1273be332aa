// The policies of a definition for its children, and the annotations of users on a resource, on a real API server with
// a running controller.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import type { JsonObject, Kind, ObjectKey, StoredObject } from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { ControlPlane } from '../../../../lib/testing/index.ts';
import { kubectl } from '../../../kubectl.ts';
import { untilEstablished } from '../../../until-established.ts';
import { awaitedObject } from '../../awaited-object.ts';
import {
  Boxes,
  conditionOf,
  configMap,
  configMapKind,
  keyOf,
  type ShelfProps,
  shelf,
  shelfKind,
  shelfOperator,
} from '../../shelf.ts';
import { workOnShelves } from '../../shelf-worker.ts';
import { adminClient } from '../applied-object.ts';
import { publishedShapes } from '../comparison/published-shapes.ts';
import { thingDefinition, thingKind } from '../thing.ts';

/** A kind that an API server defaults, and stores in another form than built-in kinds. */
const thingSpec: JsonObject = {
  list: [{ a: 'a' }],
  set: [],
  items: [{ name: 'one' }, { name: 'two', zone: 'b' }],
  atomic: { a: '' },
  words: {},
  percent: '1000m',
  free: { a: { b: [] } },
};

const props: ShelfProps = {
  owns: [
    { kind: k8s.KubeConfigMap, whenConflicting: 'report', whenUncontrolled: 'adopt' },
    { kind: k8s.KubeSecret, whenDropped: 'keep' },
    thingKind,
  ],
  render: (scope, { metadata: { name }, spec: { boxes } }) => {
    const { thing, secret, ...others } = boxes;
    const identity = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name } };
    if (thing !== undefined) new ApiObject(scope, 'Thing', { ...identity, spec: thingSpec });
    if (secret !== undefined) new k8s.KubeSecret(scope, 'Secret', { metadata: { name }, stringData: { secret } });
    return new Boxes(scope, 'Boxes', others);
  },
};

const secretKind: Kind = { group: '', version: 'v1', kind: 'Secret', plural: 'secrets', scope: 'Namespaced' };

describe('a controller on a real API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;
  /** `verb plural/name` of the controller's writes for the shelf of the test. */
  let writes: string[];
  let stop: AbortController;
  let ended: Promise<unknown>;
  let count = 0;
  let name: string;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    client = await adminClient(controlPlane);
    const definitions = shelfOperator()
      .toJson()
      .filter(({ kind }) => kind === 'CustomResourceDefinition');
    await kubectl(controlPlane, ['apply', '-f', '-'], {
      apiVersion: 'v1',
      kind: 'List',
      items: [...definitions, thingDefinition],
    });
    await untilEstablished(controlPlane);
    await publishedShapes(client, thingKind);
    start();
  });

  after(async () => {
    await end();
    await client?.close();
    await controlPlane?.stop();
  });

  beforeEach(() => {
    count += 1;
    name = `a${count}`;
    writes = [];
  });

  function start(): void {
    stop = new AbortController();
    ended = workOnShelves(props, noting(), stop.signal);
  }

  async function end(): Promise<void> {
    stop?.abort();
    await ended;
  }

  function noting(): Client {
    const note = (verb: string, { plural }: Kind, { name: written }: ObjectKey) => {
      if (written === name || written.startsWith(`${name}-`)) writes.push(`${verb} ${plural}/${written}`);
    };
    return new Proxy(client, {
      get(target, method) {
        const call = Reflect.get(target, method, target);
        return (...words: readonly [Kind, never, ...never[]]) => {
          if (method === 'apply') note(method, words[0], Object(words[1]).metadata);
          if (method === 'delete' || method === 'patch') note(method, words[0], words[1]);
          return call.apply(target, words);
        };
      },
    });
  }

  /** The shelf, with annotations if there are any. */
  async function fill(boxes: Readonly<Record<string, string>>, annotations?: Record<string, string>): Promise<void> {
    const { metadata, ...rest } = shelf(name, boxes);
    await client.apply(shelfKind, { ...rest, metadata: { ...metadata, ...(annotations && { annotations }) } }, user);
  }

  const user = { fieldManager: 'user', force: true };
  const box = (part: string) => `${name}-${part}`;
  const editBox = (part: string, content: string | null) =>
    client.patch(
      configMapKind,
      keyOf(box(part)),
      { type: 'merge', body: { data: { content } } },
      { fieldManager: 'editor' },
    );
  const contentIs = (content: string) => (object: StoredObject) => Object(object.data).content === content;
  const says = (type: string, words: RegExp) =>
    once(shelfKind, keyOf(name), (object) => words.test(conditionOf(object, type) ?? ''));

  const once = (kind: Kind, key: ObjectKey, isSo: (object: StoredObject) => boolean) =>
    awaitedObject(client, kind, key, isSo);

  it('reports the managers of conflicting fields, and applies the child when they give the fields up', async () => {
    await fill({ [box('x')]: '1' });
    await says('Ready', /^True/);
    await editBox('x', 'theirs');
    await says(
      'Degraded',
      new RegExp(`^True FieldConflict: ConfigMap default/${box('x')}: data.content is owned by editor; `),
    );
    assert.deepEqual(writes.slice(2), [`apply configmaps/${box('x')}`, `patch shelfs/${name}`]);
    await editBox('x', null);
    await says('Degraded', /^False/);
    await once(configMapKind, keyOf(box('x')), contentIs('1'));
  });

  it('adopts an object without a controller, and keeps the fields that other managers have set', async () => {
    const { metadata, ...rest } = configMap(box('x'), 'theirs');
    await client.apply(
      configMapKind,
      { ...rest, metadata: { ...metadata, labels: { team: 'b' } }, data: { old: '1' } },
      user,
    );
    await fill({ [box('x')]: '1' });
    await says('Ready', /^True/);
    const { metadata: adopted, data } = await client.get(configMapKind, keyOf(box('x')));
    const { uid } = (await client.get(shelfKind, keyOf(name))).metadata;
    assert.deepEqual([adopted.labels, data], [{ team: 'b' }, { content: '1', old: '1' }]);
    assert.deepEqual(
      adopted.ownerReferences?.map((owner) => [owner.uid, owner.controller]),
      [[uid, true]],
    );
    assert.deepEqual(writes, [`apply configmaps/${box('x')}`, `patch shelfs/${name}`]);
  });

  it('adopts no object with fields of other managers if field conflicts are reported', async () => {
    await client.apply(configMapKind, configMap(box('x'), 'theirs'), user);
    await fill({ [box('x')]: '1' });
    await says('Degraded', /^True FieldConflict: .*data\.content is owned by user; /);
    const { metadata } = await client.get(configMapKind, keyOf(box('x')));
    assert.equal(metadata.ownerReferences, undefined);
  });

  it('adopts no object that another owner controls', async () => {
    const controller = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid: 'other', controller: true };
    const { metadata, ...rest } = configMap(box('x'), 'theirs');
    await client.apply(configMapKind, { ...rest, metadata: { ...metadata, ownerReferences: [controller] } }, user);
    await fill({ [box('x')]: '1' });
    await says('Degraded', /^True ChildConflict: .* belongs to ConfigMap other/);
    assert.ok(contentIs('theirs')(await client.get(configMapKind, keyOf(box('x')))));
  });

  it('deletes children that are no longer rendered, except those of kinds that the definition keeps', async () => {
    await fill({ secret: '1', [box('x')]: '1', [box('y')]: '1' });
    await says('Ready', /^True/);
    await fill({ [box('x')]: '1' });
    await says('Ready', /its child is ready/);
    assert.deepEqual(writes.slice(4), [`delete configmaps/${box('y')}`, `patch shelfs/${name}`]);
    assert.equal((await client.get(secretKind, keyOf(name))).metadata.deletionTimestamp, undefined);
  });

  it('leaves a paused resource alone, also after a restart, and reconciles it once the pause ends', async () => {
    const paused = { 'shelf.example.com/paused': 'true' };
    await fill({ [box('x')]: '1' }, paused);
    await says('Paused', /^True/);
    await end();
    start();
    await fill({ [box('x')]: '2' }, paused);
    await fill({ [box('x')]: '3' });
    await once(configMapKind, keyOf(box('x')), contentIs('3'));
    const ready = await says('Ready', /^True/);
    assert.equal(conditionOf(ready, 'Paused'), undefined);
    assert.deepEqual(writes, [`patch shelfs/${name}`, `apply configmaps/${box('x')}`, `patch shelfs/${name}`]);
  });

  it('writes a custom resource with lists, sets, maps and defaults once, and nothing after a restart', async () => {
    await fill({ thing: '1', [box('x')]: '1' });
    await says('Progressing', /^False|^True/);
    assert.deepEqual(writes.toSorted(), [
      `apply configmaps/${box('x')}`,
      `apply things/${name}`,
      `patch shelfs/${name}`,
    ]);
    await end();
    writes = [];
    start();
    // Its reconcile follows those of the shelves that the list showed.
    const witness = `${name}-witness`;
    await client.apply(shelfKind, shelf(witness, { [`${witness}-x`]: '1' }), user);
    await once(shelfKind, keyOf(witness), (object) => conditionOf(object, 'Ready')?.startsWith('True') === true);
    await client.patch(thingKind, keyOf(name), { type: 'merge', body: { metadata: { labels: { a: 'a' } } } });
    await client.patch(thingKind, keyOf(name), { type: 'merge', body: { metadata: { labels: { b: 'b' } } } });
    await client.patch(shelfKind, keyOf(witness), {
      type: 'merge',
      body: { spec: { boxes: { [`${witness}-x`]: '2' } } },
    });
    await once(configMapKind, keyOf(`${witness}-x`), contentIs('2'));
    const own = writes.filter((write) => !write.includes(witness));
    assert.deepEqual(own, []);
  });

  it('slows down in a hot loop over a field, reports it, and recovers when the other actor stops', async () => {
    const rival = `${name}-rival`;
    const fight = new AbortController();
    await fill({ secret: '1', [box('x')]: '1' });
    await says('Ready', /^True/);
    const theirs = () =>
      client.patch(
        secretKind,
        keyOf(name),
        { type: 'merge', body: { data: { secret: 'Mg==' } } },
        { fieldManager: rival },
      );
    const fighting = (async () => {
      while (!fight.signal.aborted) {
        await theirs();
        await once(secretKind, keyOf(name), (object) => fight.signal.aborted || Object(object.data).secret === 'MQ==');
      }
    })();
    const said = conditionOf(await says('Degraded', /^True HotLoop/), 'Degraded') ?? '';
    assert.match(said, new RegExp(`: Secret default/${name}: data.secret; `));
    assert.doesNotMatch(said, /MQ==|Mg==/);
    assert.ok(writes.length < 40, writes.join(', '));
    fight.abort();
    await fighting;
    await says('Degraded', /^False/);
    assert.equal(Object((await client.get(secretKind, keyOf(name))).data).secret, 'MQ==');
  });
});
