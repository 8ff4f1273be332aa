import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secretKind } from '../../../lib/api/index.ts';
import type { ServingCertificate } from '../../../lib/certificate/index.ts';
import { Installation, secretKey } from './installation.ts';

describe('the certificate that a Secret holds', () => {
  it('the certificate of a Secret reaches every listener, once for each change', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    const stop = new AbortController();
    const shown: ServingCertificate[][] = [[], []];
    const ends = shown.map((each) => replica.source.watch((certificate) => each.push(certificate), stop.signal));
    await books.until(() => books.isSteady && shown.every(({ length }) => length === 1));
    const data = { 'tls.crt': '', 'tls.key': '' };
    await books.server.edit(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata: secretKey, data });
    await books.until(() => shown.every(({ length }) => length === 2));
    stop.abort();
    await Promise.all(ends);
    assert.deepEqual(shown[0], shown[1]);
    assert.equal(shown[0]?.[1], replica.source.current);
  });

  it('the served certificate stays when its Secret is deleted or becomes invalid', async () => {
    await using books = await Installation.create();
    let isRefusing = false;
    const refuse = () => {
      if (isRefusing) throw new Error('no');
    };
    const replica = books.start({
      client: (client) => ({
        ...client,
        async create(kind, object, options) {
          refuse();
          return await client.create(kind, object, options);
        },
        async patch(kind, key, patch, options) {
          refuse();
          return await client.patch(kind, key, patch, options);
        },
      }),
    });
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    const before = replica.source.current;
    isRefusing = true;
    const data = { 'tls.key': '' };
    await books.server.edit(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata: secretKey, data });
    await books.until(() => replica.logger.lines.some(({ message }) => message.includes('can’t be used')));
    assert.equal(replica.source.current, before);
    await books.server.delete(secretKind, secretKey);
    await books.settle();
    assert.equal(replica.source.current, before);
  });
});
