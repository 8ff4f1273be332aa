import assert from 'node:assert/strict';
import { posix, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { testsOnNodeAlone } from './foreign-program.ts';
import { readSourceFiles, sourceFile } from './source-file.ts';

const library = {
  // Not one text: this test doesn't start that file.
  [posix.join('lib', 'testing', 'index.ts')]: `
    export { type Options, RealServer } from './real.ts';
    export { MemoryServer } from './memory.ts';
  `,
  'lib/testing/real.ts': `import { execFile } from 'node:child_process'; execFile('go', ['build']);`,
  'lib/testing/memory.ts': `import type { RealServer } from './real.ts';`,
};

/** Code of a test or of its parts → whether the test can do without foreign programs. */
const cases: readonly (readonly [string, Readonly<Record<string, string>>, boolean])[] = [
  ['calls a program with its name', { 'test/a.test.ts': `run('go', ['version']);` }, false],
  ['starts Node', { 'test/a.test.ts': `run(process.execPath, ['main.ts']);` }, true],
  ['takes the part of an entry point that builds', { 'test/a.test.ts': from('RealServer') }, false],
  ['renames the building part that it takes', { 'test/a.test.ts': from('RealServer as Server') }, false],
  ['takes a builder of the package', { 'test/a.test.ts': `import { RealServer } from 'operand/testing';` }, false],
  ['takes a part that builds nothing', { 'test/a.test.ts': from('MemoryServer') }, true],
  ['takes a type of the part that builds', { 'test/a.test.ts': from('type RealServer, MemoryServer') }, true],
  ['imports types alone', { 'test/a.test.ts': `import type { RealServer } from '../lib/testing/real.ts';` }, true],
  ['takes all of an entry point', { 'test/a.test.ts': `import * as all from '../lib/testing/index.ts';` }, false],
  ['takes an entry point when it runs', { 'test/a.test.ts': `await import('../lib/testing/index.ts');` }, false],
  ['imports a building file', { 'test/a.test.ts': `import './site.ts';`, 'test/site.ts': from('RealServer') }, false],
  ['takes a re-exported part', { 'test/a.test.ts': `import { a } from './b.ts';`, 'test/b.ts': handsOn() }, false],
  ['starts a program that builds', { 'test/a.test.ts': `run('main.ts');`, 'test/main.ts': from('RealServer') }, false],
  ['starts an app that builds', { 'test/a.test.ts': `run('apps/a.ts');`, 'apps/a.ts': from('RealServer') }, false],
  ['runs a text that builds', { 'test/a.test.ts': `run(\`${from('RealServer')}\`);` }, false],
  [
    'starts a program that builds nothing',
    { 'test/a.test.ts': `run('apps/a.ts');`, 'apps/a.ts': from('MemoryServer') },
    true,
  ],
  [
    'has parts that import each other',
    { 'test/a.test.ts': `import './b.ts';`, 'test/b.ts': `import './a.test.ts';` },
    true,
  ],
];

describe('a test on Node alone', () => {
  for (const [title, parts, isAlone] of cases) {
    it(`a test that ${title} is ${isAlone ? 'one' : 'none of those'} that Node alone can run`, () => {
      const files = Object.entries({ ...library, ...parts }).map(([path, text]) => sourceFile(path, text));
      assert.deepEqual(testsOnNodeAlone(files), isAlone ? ['test/a.test.ts'] : []);
    });
  }

  it('a scenario test runs on Node alone, and a comparison with a real cluster does not', () => {
    const root = resolve(import.meta.dirname, '../..');
    const alone = testsOnNodeAlone(readSourceFiles(root, 'lib', 'apps', 'test', 'bench', '.config'));
    assert.ok(alone.includes('test/testing/scenario/scenario.test.ts'));
    assert.ok(alone.includes('test/apps/exploration.test.ts'));
    assert.ok(!alone.includes('test/conformance/conformance.test.ts'));
    assert.ok(!alone.includes('test/upgrade/upgrade.test.ts'));
  });
});

function from(names: string): string {
  return `import { ${names} } from '../lib/testing/index.ts';`;
}

function handsOn(): string {
  return `export { RealServer as a } from '../lib/testing/index.ts';`;
}
