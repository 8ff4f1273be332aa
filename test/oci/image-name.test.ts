import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseImageName, parsePlatform, parseRegistryReference } from '../../lib/oci/index.ts';

describe('the name of an image', () => {
  for (const [full, tag] of [
    ['example.com/team/cache-bundle:v0.1.0', 'v0.1.0'],
    ['localhost:5000/cache__bundle:1', '1'],
    ['cache-bundle:latest', 'latest'],
    ['[::1]:5000/cache:V1_a.b-c', 'V1_a.b-c'],
  ] as const) {
    it(`an image name is ${full}, with the tag ${tag}`, () => assert.deepEqual(parseImageName(full), { full, tag }));
  }

  for (const text of [
    '',
    'cache',
    'example.com:5000/cache',
    'Cache:1',
    'a//b:1',
    'a:',
    'a:1:2',
    'a@sha256:0',
    'a b:1',
  ]) {
    it(`'${text}' is not an image name`, () => assert.equal(parseImageName(text), undefined));
  }
});

describe('a reference to an image', () => {
  const digest = `sha256:${'0a'.repeat(32)}`;
  const docker = ['index', 'docker', 'io'].join('.');

  for (const [text, registry, repository, version] of [
    ['node:24-slim', docker, 'library/node', { tag: '24-slim' }],
    [`team/node@${digest}`, docker, 'team/node', { digest }],
    [`${docker.slice('index.'.length)}/node:24`, docker, 'library/node', { tag: '24' }],
    [`${docker}/team/node:24`, docker, 'team/node', { tag: '24' }],
    [`example.com/node:24@${digest}`, 'example.com', 'node', { tag: '24', digest }],
    ['example.com:5000/a/b/node:24', 'example.com:5000', 'a/b/node', { tag: '24' }],
    ['localhost/node:24', 'localhost', 'node', { tag: '24' }],
    ['[::1]:5000/node:24', '[::1]:5000', 'node', { tag: '24' }],
  ] as const) {
    it(`${text} is a reference to an image, as Docker reads it`, () => {
      assert.deepEqual(parseRegistryReference(text), { text, registry, repository, ...version });
    });
  }

  for (const text of [
    'node',
    './node:24',
    '/node:24',
    'example.com/node',
    'example.com/../node:24',
    'node@sha256:0a',
    `node@md5:${'0'.repeat(32)}`,
    `node:24@${digest}/..`,
    'Node:24',
    'https://example.com/node:24',
    `${'a/'.repeat(128)}b:24`,
  ]) {
    it(`'${text}' is not a reference to an image`, () => assert.equal(parseRegistryReference(text), undefined));
  }
});

describe('a platform', () => {
  it('a platform is a system, an architecture and perhaps a variant', () => {
    assert.deepEqual(parsePlatform('linux/arm64'), { os: 'linux', architecture: 'arm64' });
    assert.deepEqual(parsePlatform('linux/arm/v7'), { os: 'linux', architecture: 'arm', variant: 'v7' });
    for (const text of ['', 'linux', 'linux/', 'linux/arm/v7/x', 'Linux/amd64'])
      assert.equal(parsePlatform(text), undefined);
  });
});
