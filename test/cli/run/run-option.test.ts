import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { defaultAddress, mirroredImages, parsedWebhookUrl, watchNamespaces } from '../../../lib/cli/run/run-option.ts';
import { bundle } from '../../olm/bundle/cache-operator.ts';

const confined = (...watchNamespaces: readonly string[]) => ({ watchNamespaces });

describe('the namespaces of a run', () => {
  it('a run watches the namespaces of the definition by default', () => {
    for (const words of [undefined, '', ' , ']) assert.equal(watchNamespaces(words, confined('a')), undefined);
  });

  it('a run watches the namespaces that an option names, each once', () => {
    assert.deepEqual(watchNamespaces('b, a,b', {}), ['b', 'a']);
    assert.deepEqual(watchNamespaces('b', confined('a', 'b')), ['b']);
  });

  it('a run refuses an invalid name of a namespace', () => {
    assert.throws(
      () => watchNamespaces('a,Foo Bar', {}),
      /^Failure: 'Foo Bar' is not a valid name of a namespace: give /,
    );
  });

  it('a run refuses namespaces outside of the definition', () => {
    assert.throws(() => watchNamespaces('a,c,d', confined('a', 'b')), {
      name: new Failure('').name,
      message:
        'the operator may not watch c, d: its definition confines it to a, b; ' +
        'name some of those in --watch-namespaces or WATCH_NAMESPACE, or leave both out',
    });
  });

  it('a run of an operator with a bundle watches any namespaces that OLM names', () => {
    assert.deepEqual(watchNamespaces('c', { ...confined('a', 'b'), bundle }), ['c']);
  });
});

describe('the URL by which API servers reach a process', () => {
  it('a webhook URL has a host, and a port if one is given, even that of https', () => {
    assert.deepEqual(parsedWebhookUrl('https://127.0.0.1'), { host: '127.0.0.1' });
    assert.deepEqual(parsedWebhookUrl('https://127.0.0.1:9443/'), { host: '127.0.0.1', port: 9443 });
    assert.deepEqual(parsedWebhookUrl('https://laptop.example.com:443'), { host: 'laptop.example.com', port: 443 });
    assert.deepEqual(parsedWebhookUrl('https://[::1]:9443'), { host: '::1', port: 9443 });
    assert.deepEqual(parsedWebhookUrl('https://[::1]'), { host: '::1' });
  });

  it('a webhook URL that API servers would refuse is refused, with the reason and a remedy', () => {
    const refusals = {
      'http://127.0.0.1': /is not https.+write https:\/\/127\.0\.0\.1/,
      'https://127.0.0.1/base': /has a path or query after the host/,
      'https://127.0.0.1?a=b': /has a path or query after the host/,
      'https://me@127.0.0.1': /names a user/,
      '127.0.0.1': /is not a URL/,
    };
    for (const [text, message] of Object.entries(refusals)) assert.throws(() => parsedWebhookUrl(text), { message });
  });
});

const pod = { KUBERNETES_SERVICE_HOST: '10.0.0.1' };

describe('the default address of a server', () => {
  it('a server listens on loopback by default on a machine outside of a cluster', () => {
    assert.equal(defaultAddress(8081, { environment: {} }), '127.0.0.1:8081');
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: '127.0.0.1' }), '127.0.0.1:9443');
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: '::1' }), '127.0.0.1:9443');
  });

  it('a server listens on all interfaces by default in a pod', () => {
    assert.equal(defaultAddress(8081, { environment: pod }), ':8081');
    assert.equal(defaultAddress(9443, { environment: pod, calledAs: '127.0.0.1' }), ':9443');
  });

  it('a server listens on all interfaces if API servers call it by the name of its machine', () => {
    assert.equal(defaultAddress(9443, { environment: {}, calledAs: 'laptop.example.com' }), ':9443');
  });
});

describe('the mirrors of a definition’s images', () => {
  const images = { 'cache-server': 'cache:1', exporter: 'exporter:1' };

  it('RELATED_IMAGE variables name the mirrors of a definition’s images', () => {
    const environment = { RELATED_IMAGE_CACHE_SERVER: ' mirror.example.com/cache@sha256:1 ', RELATED_IMAGE_OTHER: 'x' };
    assert.deepEqual([...mirroredImages(images, environment)], [['cache:1', 'mirror.example.com/cache@sha256:1']]);
  });

  it('an image has no mirror if RELATED_IMAGE variables name none, or the same image', () => {
    const environment = { RELATED_IMAGE_CACHE_SERVER: '', RELATED_IMAGE_EXPORTER: 'exporter:1' };
    assert.equal(mirroredImages(images, environment).size, 0);
    assert.equal(mirroredImages(undefined, { RELATED_IMAGE_EXPORTER: 'x' }).size, 0);
  });
});
