import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type OutputDirectory, refuseOtherContent, writeOutput } from '../../../lib/cli/synth/output-directory.ts';

const marks = {
  bundle: ['metadata/annotations.yaml', 'annotations:\n  operators.operatorframework.io.bundle.package.v1: box\n'],
  catalog: ['catalog.yaml', '---\nschema: olm.package\nname: box\n---\nschema: olm.channel\nname: stable\n'],
  templates: ['basic.yaml', 'schema: olm.template.basic\nentries:\n  - schema: olm.package\n    name: box\n'],
} as const;

describe('a directory that synth writes', () => {
  let root: string;
  let path: string;

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'operand-output-'));
  });

  beforeEach(() => {
    path = mkdtempSync(join(root, 'box-'));
  });

  after(() => rmSync(root, { recursive: true }));

  function put(file: string, text = 'mine\n'): void {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  }

  const output = (props: Partial<OutputDirectory> = {}): OutputDirectory => ({
    path,
    holds: 'bundle',
    packageName: 'box',
    files: new Map([marks.bundle]),
    ...props,
  });

  for (const holds of ['bundle', 'catalog', 'templates'] as const) {
    const [mark, text] = marks[holds];

    it(`a directory for ${holds} is refused if it has other files, and accepted if missing or empty`, () => {
      refuseOtherContent(output({ holds }));
      refuseOtherContent(output({ holds, path: join(path, 'missing') }));
      put('.git/HEAD');
      assert.throws(() => refuseOtherContent(output({ holds })), {
        message: `${path} is not empty, and its ${mark} doesn't name the package box: empty it, or name another directory with ${holds === 'bundle' ? '--bundle' : '--catalog'}`,
      });
    });

    it(`a directory for ${holds} is accepted if the same package wrote it last, and refused if another did`, () => {
      put(mark, text);
      refuseOtherContent(output({ holds }));
      assert.throws(() => refuseOtherContent(output({ holds, packageName: 'lid' })), /doesn't name the package lid/);
    });

    it(`a directory for ${holds} is refused if the record of its owner can’t be read`, () => {
      put(mark, 'a: [');
      assert.throws(() => refuseOtherContent(output({ holds })), /doesn't name the package box/);
    });
  }

  it('synth removes and reports stale files of an earlier bundle, and keeps files beside its parts', () => {
    const foreign = ['.git/HEAD', 'README.md', 'src/main.ts'];
    const leftOver = ['children/box_old.yaml', 'manifests/old.yaml', 'metadata/old.yaml', 'tests/scorecard/old.yaml'];
    for (const file of [...foreign, ...leftOver]) put(file);
    const [mark] = marks.bundle;
    const reports = writeOutput(output({ files: new Map([...output().files, ['manifests/new.yaml', 'new\n']]) }));
    assert.deepEqual(reports.toSorted(), [
      ...leftOver.map((file) => `removed ${join(path, file)}`),
      `wrote ${join(path, 'manifests/new.yaml')}`,
      `wrote ${join(path, mark)}`,
    ]);
    assert.deepEqual(
      leftOver.filter((file) => existsSync(join(path, file))),
      [],
    );
    assert.deepEqual(
      foreign.filter((file) => !existsSync(join(path, file))),
      [],
    );
  });

  it('synth accepts a directory after an interrupted synth', () => {
    const files = new Map([
      ['manifests', 'a file where a directory is needed\n'],
      ['manifests/box.yaml', ''],
      marks.bundle,
    ]);
    assert.throws(() => writeOutput(output({ files })));
    assert.doesNotThrow(() => refuseOtherContent(output()));
  });

  it('synth removes the templates of an earlier catalog if it writes none, and no other files', () => {
    const none = output({ holds: 'templates', files: new Map() });
    assert.deepEqual(writeOutput(none), []);
    put('OWNERS');
    put('semver.yaml');
    assert.doesNotThrow(() => refuseOtherContent(none));
    assert.deepEqual(writeOutput(none), []);
    put(...marks.templates);
    assert.deepEqual(writeOutput({ ...none, packageName: 'lid' }), []);
    assert.deepEqual(
      writeOutput(none),
      ['semver.yaml', 'basic.yaml'].map((file) => `removed ${join(path, file)}`),
    );
    assert.deepEqual(readdirSync(path), ['OWNERS']);
  });

  it('synth keeps other files in the directory of a catalog', () => {
    put('OWNERS');
    writeOutput(output({ holds: 'catalog', files: new Map([marks.catalog]) }));
    assert.deepEqual(readdirSync(path).toSorted(), ['OWNERS', 'catalog.yaml']);
  });
});
