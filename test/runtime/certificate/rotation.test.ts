import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { secretKind } from '../../../lib/api/index.ts';
import { certificateTexts } from '../../../lib/certificate/index.ts';
import { retirementMs, settlingMs } from '../../../lib/certificate/rotation-step.ts';
import { host, Installation, secretKey, subjectsIn } from './installation.ts';

const dayMs = 86_400_000;

/** Longer than the period of reading the clock. */
const lookMs = 600_000;

function encoded(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('the rotation of certificates', () => {
  it('issues an authority and a certificate, keeps them in a Secret and registers the authority', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    assert.deepEqual(books.secret?.metadata.labels, { 'app.kubernetes.io/part-of': 'books' });
    const leaf = new X509Certificate(replica.source.current?.certificate ?? '');
    assert.equal(leaf.checkHost(host), host);
    assert.equal(books.clientConfigs.length, 4);
    assert.equal(books.registered, certificateTexts(books.secret)['ca.crt']);
  });

  it('a rotation writes nothing when a start finds everything in order', async () => {
    await using books = await Installation.create();
    const first = books.start();
    await books.until(() => books.isSteady);
    await first.stop();
    const before = books.server.writes.length;
    const second = books.start();
    await books.until(() => second.registrar.registeredForMs(books.registered ?? '') !== undefined);
    await books.pass(2 * lookMs);
    assert.deepEqual(books.server.writes.slice(before), []);
  });

  it('replaces the serving certificate under the same authority when two thirds of its life are over', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    const [before, authority] = [replica.source.current, books.trusted];
    books.clock.offsetMs += 61 * dayMs;
    await books.pass(lookMs);
    await books.until(() => replica.source.current !== before);
    assert.deepEqual(books.trusted, authority);
    assert.equal(books.issuer, authority[0]);
  });

  it('replaces the authority step by step: trusted, settled, served, alone', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    const [old = ''] = books.trusted;
    for (const days of [60, 120, 180, 240]) {
      books.clock.offsetMs = days * dayMs;
      const served = replica.source.current;
      await books.touch();
      await books.until(() => replica.source.current !== served);
    }
    assert.deepEqual(books.trusted, [old]);
    books.clock.offsetMs = 244 * dayMs;
    await books.touch();
    await books.until(() => books.trusted.length === 2);
    assert.equal(books.trusted[0], old);
    assert.equal(books.issuer, old);
    await books.clock.manual.advance(settlingMs - 1);
    await books.settle();
    assert.equal(books.issuer, old);
    await books.clock.manual.advance(1);
    await books.until(() => books.issuer === books.trusted[1]);
    await books.clock.manual.advance(retirementMs - 1);
    await books.settle();
    assert.equal(books.trusted.length, 2);
    await books.clock.manual.advance(1);
    await books.until(() => books.isSteady);
    assert.equal(books.trusted.includes(old), false);
    assert.equal(certificateTexts(books.secret)['ca.crt'], books.registered);
  });

  it('waits again for a new authority when another actor has removed its registrations', async () => {
    await using books = await Installation.create();
    books.start();
    await books.until(() => books.isSteady);
    const [old = ''] = books.trusted;
    await books.server.edit(secretKind, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: secretKey,
      data: { 'ca.key': '' },
    });
    await books.until(() => books.trusted.length === 2);
    await books.clock.manual.advance(settlingMs - 1);
    await books.applyManifests();
    await books.until(() => books.trusted.length === 2);
    await books.clock.manual.advance(settlingMs - 1);
    await books.settle();
    assert.equal(books.issuer, old);
    await books.clock.manual.advance(1);
    await books.until(() => books.issuer !== old);
  });

  it('continues a rotation with the state in the Secret after a crash at any step', async () => {
    await using books = await Installation.create();
    let replica = books.start();
    const restart = async () => {
      await replica.stop();
      replica = books.start();
    };
    await books.until(() => books.secret !== undefined);
    await restart();
    await books.until(() => books.isSteady);
    const [old = ''] = books.trusted;
    await books.server.edit(secretKind, {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: secretKey,
      data: { 'ca.key': '' },
    });
    await books.until(() => subjectsIn(certificateTexts(books.secret)['ca.crt'] ?? '').length === 2);
    await restart();
    await books.until(() => books.trusted.length === 2);
    await books.clock.manual.advance(settlingMs - 1);
    await restart();
    await books.clock.manual.advance(settlingMs - 1);
    await books.settle();
    assert.equal(books.issuer, old);
    await books.clock.manual.advance(1);
    await books.until(() => books.issuer !== old);
    await restart();
    await books.settle();
    await books.passUntil(() => books.isSteady);
    assert.notEqual(books.issuer, old);
  });

  it('names the errors in a Secret that another actor has written, and issues those certificates again', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    const authority = books.trusted;
    const other = await Installation.create();
    other.start();
    await other.until(() => other.isSteady);
    const foreign = certificateTexts(other.secret);
    await other[Symbol.asyncDispose]();
    const before = replica.source.current;
    const data = { 'tls.key': encoded(foreign['tls.key'] ?? '') };
    await books.server.edit(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata: secretKey, data });
    await books.until(() => replica.source.current !== before);
    assert.deepEqual(books.trusted, authority);
    const warnings = replica.logger.lines.filter(({ level, fields }) => level === 'warn' && 'flaws' in fields);
    assert.deepEqual(
      warnings.map(({ fields }) => fields.flaws),
      [['tls.key is not the key of tls.crt']],
    );
  });

  it('issues a certificate for changed host names under the same authority', async () => {
    await using books = await Installation.create();
    await (async () => {
      const before = books.start();
      await books.until(() => books.isSteady);
      await before.stop();
    })();
    const authority = books.trusted;
    const replica = books.start({ hosts: ['library-webhook.books.svc', '127.0.0.1'] });
    await books.until(() => replica.reasons.length > 0);
    await books.until(() => replica.source.current?.certificate === certificateTexts(books.secret)['tls.crt']);
    const leaf = new X509Certificate(certificateTexts(books.secret)['tls.crt'] ?? '');
    assert.equal(leaf.subjectAltName, 'DNS:library-webhook.books.svc, IP Address:127.0.0.1');
    assert.deepEqual(books.trusted, authority);
  });

  it('issues a new authority when the Secret is deleted, and changes to it without a gap', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady && replica.source.current !== undefined);
    const [[old = ''], served] = [books.trusted, replica.source.current];
    await books.server.delete(secretKind, secretKey);
    await books.until(() => books.trusted.length === 2);
    assert.equal(books.trusted[0], old);
    assert.equal(replica.source.current, served);
    await books.clock.manual.advance(settlingMs);
    await books.until(() => replica.source.current !== served);
    assert.equal(books.issuer, books.trusted[1]);
  });

  it('a rotation recovers when a clock that was years ahead is corrected', async () => {
    await using books = await Installation.create();
    const replica = books.start();
    await books.until(() => books.isSteady);
    books.clock.offsetMs += 10 * 365 * dayMs;
    const isFrom = (year: string) =>
      new X509Certificate(certificateTexts(books.secret)['tls.crt'] ?? '').validFrom.includes(year);
    await books.passUntil(() => isFrom('2039'));
    books.clock.offsetMs = 0;
    await books.passUntil(() => isFrom('2029') && books.isSteady);
    assert.equal(replica.registrar.isRegistering, false);
  });

  it('one of two replicas rotates the certificates, and both serve the same certificate', async () => {
    await using books = await Installation.create();
    const replicas = ['one', 'two'].map((hostname) => books.start({ hostname, isElected: true }));
    const [one, two] = replicas;
    await books.until(() => replicas.every(({ source }) => source.current !== undefined) && books.isSteady);
    assert.equal(one?.source.current?.certificate, two?.source.current?.certificate);
    assert.equal(replicas.filter(({ reasons }) => reasons.length > 0).length, 1);
    assert.ok(replicas.every(({ registrar }) => !registrar.isRegistering));

    const [writer, standby] = (one?.reasons.length ?? 0) > 0 ? [one, two] : [two, one];
    await writer?.stop();
    await books.pass(20_000, 5_000);
    await books.applyManifests();
    await books.until(() => books.isSteady);
    assert.ok(
      standby?.logger.lines.some(
        ({ message }) => message === 'the manager has written the caBundle by which API servers trust it',
      ),
    );
  });

  it('several processes that write without an election leave a valid Secret', async () => {
    await using books = await Installation.create();
    const replicas = ['one', 'two', 'three'].map((hostname) => books.start({ hostname }));
    await books.until(() => books.isSteady && replicas.every(({ source }) => source.current !== undefined));
    for (let round = 0; round < 3; round += 1) {
      await books.server.delete(secretKind, secretKey);
      await books.until(() => books.trusted.length >= 2);
      await books.passUntil(() => books.isSteady);
    }
    const texts = certificateTexts(books.secret);
    assert.ok(replicas.every(({ source }) => source.current?.certificate === texts['tls.crt']));
  });

  it('a rotation waits and continues when the Secret can’t be written', async () => {
    await using books = await Installation.create();
    let isRefusing = true;
    const replica = books.start({
      client: (client) => ({
        ...client,
        create: async (kind, object, options) => {
          if (isRefusing) throw new Error('no quota');
          return await client.create(kind, object, options);
        },
      }),
    });
    await books.until(() => replica.logger.lines.some(({ level }) => level === 'warn'));
    await books.pass(120_000);
    assert.equal(books.secret, undefined);
    assert.equal(replica.logger.lines.filter(({ level }) => level === 'warn').length, 1);
    isRefusing = false;
    await books.passUntil(() => books.isSteady);
  });
});
