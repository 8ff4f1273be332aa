import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { Failure } from '../../../lib/cli/failure.ts';
import { readSourceDocuments } from '../../../lib/cli/source/source-document.ts';
import type { Pieces } from '../../../lib/oci/blob.ts';
import { type TarNode, tarArchive } from '../../../lib/oci/tar.ts';

const boxes =
  'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: boxes.example.com }\n';
const lids = boxes.replace('boxes', 'lids');
const chart = {
  'Chart.yaml': 'name: things\n',
  'crds/boxes.yaml': boxes,
  'charts/inner/Chart.yaml': 'name: inner\n',
  'charts/inner/crds/lids.yaml': lids,
  'charts/inner/templates/crds/box.yaml': 'kind: {{ .Values.kind }}\n',
  'values.yaml': 'a: 1\n',
  'templates/deployment.yaml': 'kind: {{ .Values.kind }}\n',
};

describe('a source of definitions', () => {
  let directory: string;
  let server: Server;
  let address: string;

  const write = async (file: string, text: string | Uint8Array) => {
    const path = join(directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  };
  const names = async (...words: Parameters<typeof readSourceDocuments>) =>
    (await readSourceDocuments(...words)).map((place) => place.at('metadata', 'name').text ?? '');

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-source-'));
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://server');
      if (pathname === '/moved.yaml') response.writeHead(302, { location: '/boxes.yaml' }).end();
      else if (pathname === '/boxes.yaml') response.end(boxes);
      else if (pathname === '/things.tgz') response.end(packed());
      else if (pathname === '/page') response.end('\n<!DOCTYPE html>\n<html lang="en"></html>');
      else if (pathname.startsWith('/apis/apiextensions.k8s.io/v1/'))
        response.setHeader('content-type', 'application/json').end(listed());
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    assert.ok(bound !== null && typeof bound === 'object');
    address = `http://127.0.0.1:${bound.port}`;
  });

  after(async () => {
    server.close();
    await rm(directory, { recursive: true });
  });

  it('definitions are read from a file with several documents, and from lists in it', async () => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ metadata: { name: 'listed' } }] });
    const file = await write('several.yaml', `# nothing\n---\n${boxes}---\n---\n${lids}---\n${list}\n`);
    assert.deepEqual(await names(file), ['boxes.example.com', 'lids.example.com', 'listed']);
  });

  it('definitions are read from a directory at any depth, in the order of its files', async () => {
    await write('deep/b/lids.yaml', lids);
    await write('deep/a/boxes.json', JSON.stringify({ metadata: { name: 'boxes.example.com' } }));
    await write('deep/README.md', 'no: yaml');
    await write('deep/.hidden.yaml', 'metadata: { name: hidden }');
    assert.deepEqual(await names(join(directory, 'deep')), ['boxes.example.com', 'lids.example.com']);
  });

  it('definitions are read from the crds/ of a Helm chart, and from none of its other files', async () => {
    for (const [file, text] of Object.entries(chart)) await write(`chart/${file}`, text);
    assert.deepEqual(await names(join(directory, 'chart')), ['lids.example.com', 'boxes.example.com']);
    assert.deepEqual(await names(await write('things.tgz', packed())), ['lids.example.com', 'boxes.example.com']);
  });

  it('definitions are read from a directory of charts, with the archives of their subcharts', async () => {
    for (const [file, text] of Object.entries(chart)) await write(`crds/things/${file}`, text);
    await write('crds/things/charts/packed-1.0.0.tgz', packed({ 'Chart.yaml': '', 'crds/boxes.yaml': boxes }));
    await write('crds/things/charts/bare-1.0.0.tgz', packed({ 'Chart.yaml': '', 'templates/a.yaml': '{{ a }}' }));
    await write('crds/own.yaml', lids.replace('lids', 'own'));
    assert.deepEqual(await names(join(directory, 'crds')), [
      'own.example.com',
      'lids.example.com',
      'boxes.example.com',
      'boxes.example.com',
    ]);
  });

  it('a chart without crds/ is refused, even if a subchart is named crds', async () => {
    const named = {
      'Chart.yaml': 'name: policies\n',
      'charts/crds/Chart.yaml': 'name: crds\n',
      'charts/crds/templates/box.yaml': 'kind: {{ .Values.kind }}\n',
      'charts/crds/templates/crds/lid.yaml': 'kind: {{ .Values.kind }}\n',
    };
    for (const [file, text] of Object.entries(named)) await write(`below/crds/policies/${file}`, text);
    for (const source of [
      join(directory, 'below/crds/policies'),
      join(directory, 'below/crds'),
      await write('policies-1.0.0.tgz', packed(named)),
    ]) {
      await assert.rejects(names(source), { name: 'Failure', message: /has no crds\/: render its templates/ }, source);
    }
    await write('below/crds/policies/charts/crds/crds/lids.yaml', lids);
    assert.deepEqual(await names(join(directory, 'below/crds/policies')), ['lids.example.com']);
  });

  it('definitions are read from a file that is compressed, or in UTF-16', async () => {
    assert.deepEqual(await names(await write('boxes.yaml.gz', gzipSync(boxes))), ['boxes.example.com']);
    assert.deepEqual(await names(await write('boxes.yaml.zst', zstdCompressSync(boxes))), ['boxes.example.com']);
    const little = Buffer.from(`\uFEFF${boxes}`, 'utf16le');
    assert.deepEqual(await names(await write('little.yaml', little)), ['boxes.example.com']);
    assert.deepEqual(await names(await write('big.yaml', Buffer.from(little).swap16())), ['boxes.example.com']);
    const windows = `\uFEFF${boxes.replaceAll('\n', '\r\n')}`;
    assert.deepEqual(await names(await write('windows.yaml', windows)), ['boxes.example.com']);
  });

  it('unreadable files of a directory are skipped if they define no kind', async () => {
    await write('mixed/boxes.yaml', boxes);
    await write('mixed/torn.json', '{ "a": [1');
    await write('mixed/template.yaml', '{{- if .Values.a }}\nkind: Pod\n{{- end }}\n');
    await write('mixed/node_modules/a/lids.yaml', lids);
    await write('mixed/.hidden/lids.yaml', lids);
    await symlink('boxes.yaml', join(directory, 'mixed/link.yaml'));
    await symlink('nowhere.yaml', join(directory, 'mixed/torn.yaml'));
    assert.deepEqual(await names(join(directory, 'mixed')), ['boxes.example.com']);
    await write('mixed/lids.yaml', `{{- if .Values.crds }}\n${lids}{{- end }}\n`);
    await assert.rejects(
      names(join(directory, 'mixed')),
      saying(/mixed\/lids\.yaml can't be read: .*: if it is a template, render it, as in `helm template/),
    );
  });

  it('the targets of links in a source directory are read once, even if links are circular', async () => {
    for (const [file, text] of Object.entries({ 'Chart.yaml': 'name: linked\n', 'values.yaml': 'a: 1\n' })) {
      await write(`linked/chart/${file}`, text);
    }
    await write('linked/.kept/crds/boxes.yaml', boxes);
    await write('linked/.kept/crds/deeper/lids.yaml', lids);
    await symlink('../.kept/crds', join(directory, 'linked/chart/crds'));
    await symlink('..', join(directory, 'linked/.kept/crds/deeper/up'));
    await mkdir(join(directory, 'linked/only'));
    await symlink('../chart/crds', join(directory, 'linked/only/definitions'));
    for (const source of ['chart', 'only', '']) {
      const found = await names(join(directory, 'linked', source));
      assert.deepEqual(found, ['boxes.example.com', 'lids.example.com'], source);
    }
  });

  it('a source directory is refused if its directories link to one another without an end', async () => {
    const siblings = Array.from({ length: 9 }, (_, index) => `d${index}`);
    for (const one of siblings) {
      await write(`mesh/${one}/boxes.yaml`, boxes);
      for (const other of siblings) await symlink(`../${other}`, join(directory, 'mesh', one, other));
    }
    await assert.rejects(
      names(join(directory, 'mesh')),
      saying(/mesh has links to more than 10000 files and directories/),
    );
  });

  it('the targets of links in a source archive are read', async () => {
    const link = (target: string) => ({ type: 'symbolic-link', target }) as const;
    const files = new Map<string, Pieces | TarNode>([
      ['all/chart/Chart.yaml', [Buffer.from('name: linked\n')]],
      ['all/chart/crds', link('../current')],
      ['all/current', link('./v2')],
      ['all/v2/boxes.yaml', [Buffer.from(boxes)]],
      ['all/v2/up', link('..')],
      ['all/round', link('about')],
      ['all/about', link('round')],
      ['all/out', link('../../etc')],
      ['all/away', link('/v2')],
    ]);
    const source = await write('linked.tar', Buffer.concat(tarArchive(files)));
    assert.deepEqual(await names(source), ['boxes.example.com']);
    files.set('all/current', link('./.hidden')).delete('all/v2/boxes.yaml');
    files.set('all/.hidden/lids.yaml', [Buffer.from(lids)]);
    const other = await write('hidden.tar', Buffer.concat(tarArchive(files)));
    assert.deepEqual(await names(other), ['lids.example.com']);
  });

  it('links in a source archive lead through other links, and may end with a slash', async () => {
    const link = (target: string) => ({ type: 'symbolic-link', target }) as const;
    const files = new Map<string, Pieces | TarNode>([
      ['chart/Chart.yaml', [Buffer.from('name: linked\n')]],
      ['chart/crds', link('../.common/')],
      ['.common/boxes.yaml', [Buffer.from(boxes)]],
      ['lids.yaml', link('current/lids.yaml')],
      ['current', link('.hidden/')],
      ['.hidden/lids.yaml', [Buffer.from(lids)]],
    ]);
    const source = await write('ways.tar', Buffer.concat(tarArchive(files)));
    assert.deepEqual(await names(source), ['boxes.example.com', 'lids.example.com']);
  });

  it('charts that are installed or hidden in a source directory are not read', async () => {
    await write('project/crds/boxes.yaml', boxes);
    for (const folder of ['node_modules/things', '.cache/things', 'charts/node_modules/things']) {
      for (const [file, text] of Object.entries(chart)) await write(`project/${folder}/${file}`, text);
    }
    assert.deepEqual(await names(join(directory, 'project')), ['boxes.example.com']);
  });

  it('definitions are read from the URL of a file or an archive, also after a redirect', async () => {
    assert.deepEqual(await names(`${address}/boxes.yaml`), ['boxes.example.com']);
    assert.deepEqual(await names(`${address}/moved.yaml`), ['boxes.example.com']);
    assert.deepEqual(await names(`${address}/things.tgz`), ['lids.example.com', 'boxes.example.com']);
  });

  it('definitions are read from a cluster: all, those of a group, or one', async () => {
    const kubeconfig = await write(
      'kubeconfig',
      JSON.stringify({
        'current-context': 'it',
        contexts: [{ name: 'it', context: { cluster: 'it', user: 'me' } }],
        clusters: [{ name: 'it', cluster: { server: address } }],
        users: [{ name: 'me', user: {} }],
      }),
    );
    assert.deepEqual(await names('cluster:', { kubeconfig }), ['boxes.example.com', 'lids.example.org']);
    assert.deepEqual(await names('cluster:example.org', { kubeconfig }), ['lids.example.org']);
    assert.deepEqual(await names('cluster:boxes.example.com', { kubeconfig }), ['boxes.example.com']);
    await assert.rejects(names('cluster:none.example.com', { kubeconfig }), saying(/no definitions for cluster:none/));
  });

  it('a source is refused if its archives or compressed files have more content than the limit', async () => {
    const large = gzipSync(Buffer.alloc(150 * 2 ** 20));
    const path = await write('bomb.tgz', archived({ 'a.json.gz': large, 'b.json.gz': large }));
    await assert.rejects(
      readSourceDocuments(path),
      saying(/bomb\.tgz can't be read: it decompresses to more than 256 MiB/),
    );
    await write('bombs/a.json.gz', large);
    const directory = dirname(await write('bombs/b.json.gz', large));
    await assert.rejects(
      readSourceDocuments(directory),
      saying(/bombs can't be read: it decompresses to more than 256 MiB/),
    );
  });

  it('a source archive is refused if archives in it are nested too deeply', async () => {
    let inner = archived({ 'Chart.yaml': Buffer.from('name: inner'), 'crds/boxes.yaml': Buffer.from(boxes) });
    for (let depth = 1; depth < 8; depth += 1) {
      inner = archived({ 'Chart.yaml': Buffer.from('name: outer'), 'charts/inner.tgz': inner });
    }
    assert.deepEqual(await names(await write('nested.tgz', inner)), ['boxes.example.com']);
    const deeper = archived({ 'Chart.yaml': Buffer.from('name: outer'), 'charts/inner.tgz': inner });
    await assert.rejects(
      readSourceDocuments(await write('deep.tgz', deeper)),
      saying(/deep\.tgz can't be read: it has more than 8 nested archives/),
    );
  });

  it('a source directory is refused if its archives have more entries than the limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 50_001 }, (_, index) => [`f${index}`, Buffer.alloc(0)]));
    const path = await write('many/a.json.gz', archived(many));
    await write('many/b.json.gz', archived(many));
    await assert.rejects(
      readSourceDocuments(dirname(path)),
      saying(/many can't be read: its archives hold more than 100000 entries/),
    );
  });

  it('a source that can’t be read is refused with the remedy', async () => {
    const cases: readonly (readonly [source: string, sentence: RegExp])[] = [
      [join(directory, 'nowhere'), /nowhere can't be read: name a file, a directory or a URL/],
      [await write('broken.yaml', 'a: [1'), /broken\.yaml can't be read: .* at line/],
      [dirname(await write('empty/README.md', '')), /empty has no YAML and no JSON/],
      [dirname(await write('bare/Chart.yaml', 'name: bare')), /bare has no crds\/: render its templates/],
      [await write('torn.tgz', packed().subarray(0, 100)), /torn\.tgz can't be read: it is damaged/],
      [await write('things.zip', 'PK\x03\x04'), /things\.zip is a zip archive: name a \.tar\.gz/],
      [await write('image.png', Buffer.from('\x89PNG\r\n', 'latin1')), /image\.png can't be read: it is not text/],
      [`${address}/page?token=secret`, /^http:\/\/127\.0\.0\.1:\d+\/page is a web page: name the address of the file/],
      [`${address}/nothing.yaml`, /nothing\.yaml can't be read/],
      ['http://', /http:\/\/ is not a URL/],
      ['github:owner', /github:owner names no repository/],
    ];
    for (const [source, sentence] of cases) await assert.rejects(readSourceDocuments(source), saying(sentence));
  });
});

function archived(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const content = new Map(Object.entries(files).map(([file, bytes]) => [file, [bytes]] as const));
  return gzipSync(Buffer.concat(tarArchive(content)));
}

function packed(content: Readonly<Record<string, string>> = chart): Uint8Array {
  const files = Object.entries(content).map(([file, text]) => [`things/${file}`, [Buffer.from(text)]] as const);
  return gzipSync(Buffer.concat(tarArchive(new Map(files))));
}

function listed(): string {
  const items = ['boxes.example.com', 'lids.example.org'].map((name) => ({ metadata: { name } }));
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinitionList',
    metadata: { resourceVersion: '1' },
    items,
  });
}

function saying(sentence: RegExp) {
  return (error: unknown) => error instanceof Failure && sentence.test(error.message);
}
