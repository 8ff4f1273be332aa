// Operators on a real API server whose etcd is restored from a backup while they run: one with a Lease, whose version
// goes back, and one without, which has only its watches.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isJsonObject, type Kind } from '../../lib/api/index.ts';
import { type Client, HttpClient, isNotFound, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane, type OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('note-operator.ts', import.meta.url));
const configMap: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };

describe('an operator whose cluster is restored from a backup', () => {
  let controlPlane: ControlPlane;
  let admin: Client;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    admin = new HttpClient(credentials, { clock: systemClock });
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  /** Starts one of the operators, with notes and their ConfigMaps in its own namespace. */
  async function setup(name: string, args: readonly string[]) {
    const env = { OPERATOR_NAME: name };
    const installed = await InstalledOperator.of(controlPlane, { program, name, env });
    const note: Kind = {
      group: `${name}.example.com`,
      version: 'v1',
      kind: 'Note',
      plural: 'notes',
      scope: 'Namespaced',
    };
    const namespace = `${name}-system`;
    const write = async (key: string, spec: { readonly edition: number; readonly hasAppendix: boolean }) => {
      const object = { apiVersion: `${note.group}/v1`, kind: 'Note', metadata: { namespace, name: key }, spec };
      await admin.apply(note, object, { fieldManager: 'editor', force: true });
    };
    /** Returns ConfigMap → its uid and edition. */
    const pages = async () => {
      const { items } = await admin.list(configMap, { namespace });
      const own = items.filter(({ metadata }) => metadata.ownerReferences !== undefined);
      return Object.fromEntries(own.map(({ metadata, data }) => [metadata.name, [metadata.uid, data]]));
    };
    const settled = async (expected: Readonly<Record<string, number>>) =>
      await until(`${name} has written ${JSON.stringify(expected)}`, async () => {
        const found = Object.entries(await pages()).map(([key, [, data]]) => [
          key,
          Number(isJsonObject(data) ? data.edition : undefined),
        ]);
        return JSON.stringify(Object.fromEntries(found.sort())) === JSON.stringify(expected);
      });
    const start = () => installed.run(args, env);
    return { name, note, namespace, user: installed.user, write, pages, settled, start };
  }

  it('an operator whose cluster is restored ends, deletes nothing, and reconciles after its next start', async () => {
    const operators = await Promise.all([setup('leased', ['--leader-elect']), setup('leaseless', [])]);
    const processes = new Map<string, OperatorProcess>();
    for (const { name, write, settled, start } of operators) {
      await write('kept', { edition: 1, hasAppendix: true });
      processes.set(name, await start());
      await settled({ kept: 1, 'kept-appendix': 1 });
    }
    await controlPlane.backUp();
    const before = await Promise.all(operators.map(({ pages }) => pages()));
    for (const { write, settled } of operators) {
      // Changes after the backup: one child less, and one resource more.
      await write('kept', { edition: 2, hasAppendix: false });
      await write('lost', { edition: 1, hasAppendix: false });
      await settled({ kept: 2, lost: 1 });
    }
    const requestCount = (await controlPlane.auditEvents()).length;

    await controlPlane.restore();
    for (const { name } of operators) {
      const process = processes.get(name) ?? assert.fail();
      await process.logged('as after a restore of etcd: this process ends');
      await until(`${name} has ended`, () => process.exit !== undefined);
      assert.notEqual(process.exit?.code, 0);
    }
    assert.deepEqual(await Promise.all(operators.map(({ pages }) => pages())), before);

    for (const { note, namespace, write, settled, start } of operators) {
      await start();
      await write('next', { edition: 3, hasAppendix: false });
      await settled({ kept: 1, 'kept-appendix': 1, next: 3 });
      await assert.rejects(admin.get(note, { namespace, name: 'lost' }), isNotFound);
    }
    const after = await Promise.all(operators.map(({ pages }) => pages()));
    for (const [index, { next: _, ...rest }] of after.entries()) assert.deepEqual(rest, before[index]);
    const users = operators.map(({ user }) => user);
    const deletions = (await controlPlane.auditEvents())
      .slice(requestCount)
      .filter(({ verb, user }) => verb === 'delete' && users.includes(user.username));
    assert.deepEqual(deletions, []);
  });
});
