// The messages of a real API server that rejects Secrets; some quote their values.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inspect } from 'node:util';
import { builtInKind, type KubernetesObject } from '../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';

const secretKind = builtInKind({ group: '', version: 'v1', kind: 'Secret' });

/** The values of the Secrets, as numbers, texts and keys of maps. */
const hidden = ['hunter', '918273', 'c2VjcmV0'];

function secret(fields: object): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'default' }, ...fields };
}

/** Each Secret with the pattern of the API server's message. */
const refused: readonly (readonly [title: string, fields: object, words: RegExp])[] = [
  ['a number in stringData', { stringData: { password: 918273 } }, /stringData\.password: expected string|unmarshal/],
  ['a map in data', { data: { password: { hunter: 'c2VjcmV0' } } }, /data\.password: expected string|unmarshal/],
  ['text that is not base64', { data: { password: 'hunter: 2!' } }, /base64/],
  ['text in place of a map', { data: 'hunter: "2"' }, /\.data: expected map|unmarshal/],
  ['a key that is not a file name', { stringData: { 'a b': 'hunter2' } }, /data\[a b\]/],
  ['a type without its required key', { type: 'kubernetes.io/tls', stringData: { a: 'hunter2' } }, /tls\.crt/],
  [
    'a registry configuration that is not JSON',
    { type: 'kubernetes.io/dockerconfigjson', stringData: { '.dockerconfigjson': 'hunter2: "918273"' } },
    /dockerconfigjson/,
  ],
  ['an unknown field', { strnigData: { password: 'hunter2' } }, /strnigData|unknown field/],
];

describe('an API server that rejects a Secret', () => {
  let controlPlane: ControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await sharedControlPlane();
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    client = new HttpClient(credentials, { clock: systemClock, fieldManager: 'test' });
  });

  after(() => client?.close());

  for (const [title, fields, words] of refused) {
    it(`the error of a refused Secret contains the reason, and no value of the Secret: ${title}`, async () => {
      assert.ok(secretKind);
      for (const verb of ['apply', 'create'] as const) {
        await assert.rejects(
          client[verb](secretKind, secret(fields), { force: true, fieldManager: 'test' }),
          (error) => {
            assert.ok(ApiError.is(error), String(error));
            assert.match(error.message, words);
            const all = inspect(error, { depth: 10 });
            assert.deepEqual(
              hidden.filter((value) => all.includes(value)),
              [],
            );
            return true;
          },
        );
      }
    });
  }
});
