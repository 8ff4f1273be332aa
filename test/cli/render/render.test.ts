import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isJsonObject } from '../../../lib/schema/index.ts';
import { parsedYaml, yamlStream } from '../../../lib/yaml/index.ts';

const program = join(import.meta.dirname, 'app.ts');

describe('the command `render`', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-render-'));
  });

  after(() => rm(directory, { recursive: true }));

  async function render(...objects: readonly object[]) {
    const file = join(directory, 'bag.yaml');
    await writeFile(file, yamlStream(objects));
    const { promise, resolve } = Promise.withResolvers<{ code: unknown; stdout: string; stderr: string }>();
    execFile(process.execPath, [program, 'render', ...(objects.length > 0 ? [file] : [])], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr: stderr.replaceAll(file, 'bag.yaml') }),
    );
    return await promise;
  }

  const bag = (spec: object, name = 'a', version = 'v1') => ({
    apiVersion: `example.com/${version}`,
    kind: 'Bag',
    metadata: { name },
    spec,
  });

  async function dataOf(...objects: readonly object[]): Promise<readonly unknown[]> {
    const { code, stdout, stderr } = await render(...objects);
    assert.deepEqual([code, stderr], [0, '']);
    return parsedYaml(stdout).map(({ value }) => (isJsonObject(value) ? value.data : undefined));
  }

  it('render prints the children of the samples', async () => {
    const { stdout } = await render();
    assert.equal(
      stdout,
      [
        '# The children of Bag default/bag-small',
        'apiVersion: v1',
        'kind: ConfigMap',
        'metadata:',
        '  name: bag-small',
        '  namespace: default',
        'data:',
        '  colour: blue',
        '  size: "1"',
        '',
      ].join('\n'),
    );
  });

  it('render prints the children of resources after defaults and mutating webhooks', async () => {
    const data = await dataOf(bag({}), bag({ size: 2, colour: 'green' }, 'b'));
    assert.deepEqual(data, [
      { size: '1', colour: 'red' },
      { size: '2', colour: 'green' },
    ]);
  });

  it('render converts resources of an older version', async () => {
    assert.deepEqual(await dataOf(bag({ litres: 5 }, 'a', 'v1beta1')), [{ size: '5', colour: 'red' }]);
  });

  it('render finds the objects that a resource refers to in the same files', async () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' }, stringData: { owner: 'ada' } };
    assert.deepEqual(await dataOf(bag({ tag: 'key' }), secret), [{ size: '1', colour: 'red', owner: 'YWRh' }]);
  });

  it('render reports values that the API server would refuse, with file, path and remedy', async () => {
    const { code, stdout, stderr } = await render(bag({}), bag({ size: 10, colur: 'red' }, 'b'));
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^bag\.yaml, document 2: spec\.colur: unknown field, did you mean colour\?/);
    assert.match(stderr, /spec\.size: must be at most 9, and is 10: .*correct these fields\n$/);
    const broken = await render(bag({}, 'purse'));
    assert.match(broken.stderr, /^bag\.yaml: .*a bag is no purse/);
  });

  it('render reports a webhook that needs a cluster', async () => {
    const { code, stderr } = await render(bag({ colour: 'of the cluster' }));
    assert.equal(code, 1);
    assert.match(stderr, /sends requests, and `render` has no cluster: use `diff`/);
  });

  it('render reports files without a resource of the app, and without a valid object', async () => {
    const other = await render({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'key' } });
    assert.match(other.stderr, /^bag\.yaml: no resource of this app's kinds: write one of Bag\.example\.com\/v1\n$/);
    const nameless = await render({ apiVersion: 'example.com/v1', kind: 'Bag' });
    assert.match(nameless.stderr, /^bag\.yaml: metadata\.name: is not text/);
    assert.equal(nameless.code, 1);
  });
});
