// The inner loop of an author on a real API server.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilPassed } from '../../until.ts';
import { untilEstablished } from '../../until-established.ts';
import { DevProcess } from './dev-process.ts';

it('dev on an API server of this machine serves the webhooks of the sources, also after a save', async () => {
  const controlPlane = await sharedControlPlane();
  await using dev = await DevProcess.start(`--kubeconfig=${controlPlane.kubeconfig}`);
  await dev.line(/^The API servers call the webhooks of this process at https:\/\/127\.0\.0\.1 while it works\.$/);
  await dev.line(/^ready after /);
  await untilEstablished(controlPlane);
  const create = (text: string) =>
    controlPlane.kubectl(['create', '--dry-run=server', '-f', '-'], {
      input: JSON.stringify({
        ...{ apiVersion: 'example.com/v1', kind: 'Note' },
        ...{ metadata: { name: text, namespace: 'default' }, spec: { text } },
      }),
    });
  // The API server notices the new address of a webhook a moment later.
  const refused = (text: string) =>
    untilPassed(async () => assert.match((await create(text)).stderr, new RegExp(`is ${text}`)));
  await refused('spam');
  await dev.edit(
    'app.ts',
    "'spam' ? [{ field: 'spec.text', message: 'is spam' }]",
    "'eggs' ? [{ field: 'spec.text', message: 'is eggs' }]",
  );
  await dev.line(/^ready after /);
  await refused('eggs');
  assert.equal((await create('spam')).stderr, '');
  assert.equal(await dev.interrupt(), 0, dev.output);
  // The operator isn't installed, so that no Service could answer.
  const { stdout } = await controlPlane.kubectl(['get', 'validatingwebhookconfigurations', '-o', 'name']);
  assert.doesNotMatch(stdout, /note/);
});
