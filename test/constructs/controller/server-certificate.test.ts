// The certificates that an operator issues for the servers of its resources, on the embedded cluster with a manual clock.

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Controller, CustomResource, Operator, ServerCertificate } from '../../../lib/index.ts';
import { ControllerTest, type OperatorSource, scenario, type World } from '../../../lib/testing/index.ts';

const dayMs = 86_400_000;

class Shop extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Shop',
  spec: z.object({ host: z.string() }),
  status: z.object({ expires: z.string().optional() }),
}) {}

const certificate = new ServerCertificate({
  for: Shop,
  secrets: ({ metadata: { name }, spec }) => ({
    authority: `${name}-ca`,
    server: `${name}-tls`,
    hosts: [spec.host],
    clients: [`${name}-client`],
    labels: { shop: name },
  }),
});

const shops: OperatorSource = ({ app }) => operatorOfShops(app);

function operatorOfShops(app: App): Operator {
  const operator = new Operator(app, 'shops', { version: '1.0.0', image: 'example.com/shops:1' });
  new Controller(operator, 'Controller', {
    for: Shop,
    references: [
      {
        kind: ServerCertificate.view,
        names: ({ metadata: { name } }) => ['ca', 'tls', 'client'].map((part) => `${name}-${part}`),
      },
    ],
    uses: ServerCertificate.uses,
    render: () => undefined,
    reconcile: (context) => certificate.rotate(context),
    status: (context) => ({ expires: certificate.issued(context)?.expiresAt.toISOString() }),
  });
  return operator;
}

const shop = {
  apiVersion: 'example.com/v1',
  kind: 'Shop',
  metadata: { namespace: 'default', name: 'red' },
  spec: { host: 'red.default.svc' },
};
const clientSecret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'default', name: 'red-client', labels: { shop: 'red' } },
  stringData: { password: 'chosen' },
};

/** Returns the entries of a Secret as text. */
function entries(world: Pick<World, 'get'>, part: string): Readonly<Record<string, string>> {
  return textsOf(world.get(k8s.KubeSecret, `red-${part}`)?.data);
}

function textsOf(data: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]),
  );
}

const authorities = (pem = ''): X509Certificate[] =>
  (pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []).map((text) => new X509Certificate(text));
const served = (world: World) => new X509Certificate(entries(world, 'tls')['tls.crt'] ?? '');
/** Returns true if a client that has read a `ca.crt` accepts the server's certificate now. */
const isTrusted = (world: World, pem = '') => authorities(pem).some((ca) => served(world).verify(ca.publicKey));

describe('the certificate of a server', () => {
  it('a server’s certificate is for its hosts, by a CA whose key is in another Secret', async () => {
    await using world = await scenario(shops).apply(clientSecret).apply(shop).settle();
    assert.deepEqual(Object.keys(entries(world, 'tls')).toSorted(), ['ca.crt', 'tls.crt', 'tls.key']);
    assert.deepEqual(Object.keys(entries(world, 'ca')).toSorted(), ['ca.crt', 'ca.key']);
    assert.equal(served(world).checkHost('red.default.svc'), 'red.default.svc');
    assert.ok(isTrusted(world, entries(world, 'ca')['ca.crt']));
    const expires = new Date(served(world).validTo).toISOString();
    assert.equal(world.get(Shop, 'red')?.status?.expires, expires);
  });

  it('the Secrets of clients get the CA of a server’s certificate beside their other entries', async () => {
    await using world = await scenario(shops).apply(clientSecret).apply(shop).settle();
    assert.deepEqual(entries(world, 'client'), { 'ca.crt': entries(world, 'tls')['ca.crt'], password: 'chosen' });
  });

  it('a Secret with the name of a client’s Secret, and without its labels, stays unchanged', async () => {
    const other = { ...clientSecret, metadata: { namespace: 'default', name: 'red-client' } };
    await using world = await scenario(shops).apply(other).apply(shop).settle();
    assert.deepEqual(entries(world, 'client'), { password: 'chosen' });
  });

  it('a server’s certificate is replaced in time, and only by one that clients already trust', async () => {
    const test = new ControllerTest(operatorOfShops(new App()), Shop, { ...shop, spec: { host: 'red.default.svc' } });
    const startMs = Date.UTC(2030, 0, 1);
    const serials = new Set<string>();
    const counts = new Set<number>();
    /** The `ca.crt` of each day. */
    const read: string[] = [];
    for (let day = 0; day < 400; day += 1) {
      await certificate.rotate({ ...test.context(), now: new Date(startMs + day * dayMs) });
      const { 'tls.crt': leaf, 'ca.crt': bundle = '' } = textsOf(test.object(k8s.KubeSecret, 'red-tls')?.data);
      const shown = new X509Certificate(leaf ?? '');
      read.push(bundle);
      const known = authorities(read[Math.max(0, day - 6)]);
      assert.ok(
        known.some((ca) => shown.verify(ca.publicKey)),
        `a client that read ca.crt a week before day ${day}`,
      );
      assert.ok(Date.parse(shown.validTo) > startMs + (day + 29) * dayMs, `day ${day} is in the last third`);
      serials.add(shown.serialNumber);
      counts.add(authorities(bundle).length);
    }
    // Each serves for 60 days, and one less for the new CA.
    assert.equal(serials.size, 8);
    assert.deepEqual([...counts].toSorted(), [1, 2]);
  });

  it('a server’s certificate that isn’t due causes no write, also after a restart', async () => {
    await using world = await scenario(shops).apply(shop).settle();
    const before = world.writes.length;
    world.restart();
    await world.settle();
    await world.advance(dayMs / 24);
    assert.equal(world.writes.length, before);
  });

  it('a damaged server certificate, or one for other hosts, is issued again by the same CA', async () => {
    await using world = await scenario(shops).apply(shop).settle();
    const { 'ca.crt': bundle } = entries(world, 'ca');
    const first = served(world).serialNumber;
    await world.change(k8s.KubeSecret, 'red-tls', { data: { 'tls.crt': '' } });
    await world.settle();
    const second = served(world).serialNumber;
    await world.change(Shop, 'red', { spec: { host: 'blue.default.svc' } });
    await world.settle();
    assert.equal(served(world).checkHost('blue.default.svc'), 'blue.default.svc');
    assert.equal(new Set([first, second, served(world).serialNumber]).size, 3);
    assert.ok(isTrusted(world, bundle));
  });

  it('a server’s certificate stays trusted when the Secret of its CA is deleted', async () => {
    await using world = await scenario(shops).apply(shop).settle();
    const { 'ca.crt': bundle } = entries(world, 'ca');
    await world.delete(k8s.KubeSecret, 'red-ca');
    await world.settle();
    assert.equal(authorities(entries(world, 'tls')['ca.crt']).length, 2);
    assert.ok(isTrusted(world, bundle));
  });

  it('another owner’s Secret with the name of a server certificate stays unchanged, and is reported', async () => {
    const foreign = { ...clientSecret, metadata: { namespace: 'default', name: 'red-tls' } };
    await using world = await scenario(shops).apply(foreign).apply(shop).settle();
    assert.deepEqual(entries(world, 'tls'), { password: 'chosen' });
    assert.match(
      world.conditions(Shop, 'red').Ready?.message ?? '',
      /the Secret red-tls has the name of a certificate/,
    );
  });

  it('the Secrets of a server’s certificate are deleted with its resource', async () => {
    await using world = await scenario(shops).apply(shop).settle();
    await world.delete(Shop, 'red');
    await world.settle();
    assert.deepEqual(world.list(k8s.KubeSecret), []);
  });
});
