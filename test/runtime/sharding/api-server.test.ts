// Replicas of a sharded operator, as processes with a real API server, with only the granted rights.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import {
  type AuditEvent,
  ControlPlane,
  grantedRights,
  missingRights,
  OperatorProcess,
  recordedAccess,
  unusedRights,
} from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { shelf } from '../shelf.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const namespace = 'shelf-operator-system';
const account = 'shelf-operator-controller-manager';
const user = `system:serviceaccount:${namespace}:${account}`;
const shardCount = 12;
const names = Array.from({ length: 60 }, (_, index) => `shelf-${index}`);

describe('an operator that shares its work, on a real API server', () => {
  let manifests: string;
  let controlPlane: ControlPlane;
  let kubeconfig: string;
  /** The members, the longest first. */
  let replicas: OperatorProcess[] = [];
  /** The number of audit events that have been read. */
  let seenCount = 0;

  before(async () => {
    manifests = await mkdtemp(join(tmpdir(), 'operand-test-'));
    await promisify(execFile)(process.execPath, [program, 'synth', '--output', manifests, '--bundle', manifests]);
    controlPlane = await ControlPlane.start({ components: [] });
    await kubectl(['apply', '-f', join(manifests, 'shelf-operator.k8s.yaml')]);
    await untilEstablished(controlPlane);
    kubeconfig = await controlPlane.serviceAccountKubeconfig(namespace, account);
    replicas = await Promise.all([started(), started(), started()]);
    await shared(4, 4, 4);
  });

  after(async () => {
    await controlPlane?.stop();
    await rm(manifests, { recursive: true });
  });

  const started = () => OperatorProcess.start(controlPlane, { program, kubeconfig, args: ['--leader-elect'] });

  async function kubectl(args: readonly string[], objects?: readonly KubernetesObject[]): Promise<string> {
    const input = objects && JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, input === undefined ? {} : { input });
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  /** Returns the shards that a replica reports. */
  async function shardsOf(replica: OperatorProcess): Promise<readonly number[]> {
    const lines = (await replica.log()).split('\n').filter((line) => line.includes('"sharing the work"'));
    const last = lines.at(-1);
    return last === undefined ? [] : (JSON.parse(last) as { shards: number[] }).shards;
  }

  /** Waits until the replicas have numbers of shards like these, largest first, and all shards are assigned. */
  async function shared(...sizes: readonly number[]): Promise<void> {
    let shares: (readonly number[])[] = [];
    try {
      await until(`shares of ${sizes}`, async () => {
        shares = await Promise.all(replicas.map(shardsOf));
        const isWhole = new Set(shares.flat()).size === shardCount;
        const found = shares.map(({ length }) => length).sort((one, other) => other - one);
        return isWhole && found.join() === sizes.join();
      });
    } catch (cause) {
      const logs = await Promise.all(replicas.map((replica) => replica.log()));
      throw new Error(`the shares are ${JSON.stringify(shares)}:\n${logs.join('\n')}`, { cause });
    }
  }

  async function putShelves(content: string): Promise<void> {
    await kubectl(
      ['apply', '--server-side', '-f', '-'],
      names.map((name) => shelf(name, { content })),
    );
  }

  /** Waits until each shelf has its box with this content. */
  async function boxesHold(content: string): Promise<void> {
    await until(`boxes with ${content}`, async () => {
      const list = await kubectl(['get', 'configmaps', '-n', 'default', '-o', 'json']);
      const { items } = JSON.parse(list) as { items: { data?: { content?: string } }[] };
      return items.filter(({ data }) => data?.content === content).length === names.length;
    });
  }

  /** The requests of the operator since the last call. */
  async function requests(): Promise<readonly AuditEvent[]> {
    const events = await controlPlane.auditEvents();
    const news = events.slice(seenCount);
    seenCount = events.length;
    return news.filter((event) => event.user.username === user);
  }

  /** Returns the number of writes of each object of a resource since the last call: `resource/name` → count. */
  async function writes(): Promise<Readonly<Record<string, number>>> {
    const changing = (await requests()).filter(({ verb, objectRef }) => {
      const isOfWork = objectRef?.resource === 'configmaps' || objectRef?.resource === 'shelfs';
      return isOfWork && !['get', 'list', 'watch'].includes(verb);
    });
    const titles = changing.map(({ objectRef }) => `${objectRef?.resource}/${objectRef?.name}`).toSorted();
    return Object.fromEntries([...Map.groupBy(titles, String)].map(([title, same]) => [title, same.length]));
  }

  const once = (...titles: readonly string[]) => Object.fromEntries(titles.toSorted().map((title) => [title, 1]));
  const boxes = names.map((name) => `configmaps/box-of-${name}`);
  const statuses = names.map((name) => `shelfs/${name}`);

  it('each resource gets its child and its status from one replica, each by one write', async () => {
    await putShelves('first');
    await boxesHold('first');
    await until('all statuses', async () => {
      const ready = await kubectl(['get', 'shelfs', '-o', 'jsonpath={.items[*].status.observedGeneration}']);
      return ready.split(' ').length === names.length;
    });
    assert.deepEqual(await writes(), once(...boxes, ...statuses));
  });

  it('the other replicas take over the shards of a stopped replica, which releases its leases', async () => {
    const leaver = replicas.shift();
    assert.ok(leaver);
    assert.equal((await leaver.stop()).code, 0);
    const identity = /"identity":"([^"]+)"/.exec(await leaver.log())?.[1];
    assert.ok(identity);
    assert.doesNotMatch(await kubectl(['get', 'leases', '-n', namespace, '-o', 'yaml']), new RegExp(identity));
    await shared(6, 6);
    await kubectl(['delete', 'configmaps', '-n', 'default', ...names.map((name) => `box-of-${name}`)]);
    await boxesHold('first');
    const counts = await writes();
    for (const box of boxes) assert.equal(counts[box], 1, box);
  });

  it('joining replicas get their shards, and no work is repeated for that', async () => {
    await writes();
    replicas.push(await started(), await started());
    await shared(3, 3, 3, 3);
    assert.deepEqual(await writes(), {});
  });

  it('replicas take over from a killed replica, and from a suspended one, which writes nothing later', async () => {
    const [killed, sleeper] = [replicas.shift(), replicas.shift()];
    assert.ok(killed && sleeper);
    process.kill(sleeper.pid, 'SIGSTOP');
    await killed.kill();
    await kubectl(['delete', 'configmaps', '-n', 'default', ...names.map((name) => `box-of-${name}`)]);
    await shared(6, 6);
    await boxesHold('first');
    const counts = await writes();
    for (const box of boxes) assert.equal(counts[box], 1, box);

    process.kill(sleeper.pid, 'SIGCONT');
    replicas.push(sleeper);
    await shared(4, 4, 4);
    // Any write of the suspended replica would be a second write of the same box.
    await putShelves('second');
    await boxesHold('second');
    const later = await writes();
    for (const box of boxes) assert.equal(later[box], 1, box);
  });

  it('a sharded operator has all the rights that it needs, and no others', async () => {
    const text = await readFile(join(manifests, 'shelf-operator.k8s.yaml'), 'utf8');
    const objects = parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
    const rights = grantedRights(objects, user);
    const access = recordedAccess(await controlPlane.auditEvents(), user);
    assert.deepEqual(missingRights(access, rights), []);
    const unreached = [
      { right: /"shelf-operator-member-\d+-of-12"/, because: 'there are fewer replicas than shards' },
      { right: /^delete configmaps$/, because: 'nothing is pruned here' },
      { right: /^(create|patch) events/, because: 'nothing happens that users see' },
      { right: /reviews\./, because: 'the metrics are for anybody' },
      { right: /^get deployments/, because: 'no installed object is missing here' },
    ];
    assert.deepEqual(unusedRights(access, rights, { unreached }), []);
  });
});
