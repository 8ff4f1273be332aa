import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { printableText } from '../../../lib/cli/terminal/output.ts';

const operand = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));
const output = new URL('../../../lib/cli/terminal/output.ts', import.meta.url).href;

/**
 * Sequences that set the title of a terminal, clear it, set a colour, and write a link; the last ones as single
 * characters.
 */
const sequences = [
  '\u001b]0;title\u0007',
  '\u001b[2J',
  '\u001b[31m',
  '\u001b]8;;http://a\u001b\\',
  '\u009b2J',
  '\u0090',
];
const hostile = `${sequences.join(' ')}\r\b\u007f\u202e`;
const obeyed = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u;

describe('the output of a command', () => {
  it('printed text has no control characters of terminals except line feeds and tabs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => assert.doesNotMatch(printableText(text), obeyed)),
      { numRuns: 1000 },
    );
    assert.equal(printableText('a\tb\r\nc\u001b[0m \u009b é 👩‍💻'), 'a\tb\nc\\u001b[0m \\u009b é 👩‍💻');
  });

  it('printed JSON has the same value after escaping', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(JSON.parse(printableText(JSON.stringify(text))), text);
      }),
    );
  });

  it('a command prints its own colours, and escapes those in values', () => {
    const program = `
      import { colouredWord, printText } from '${output}';
      printText(\`  \${colouredWord('error', 'red')} \${'\\u001b[31m'} \${colouredWord('\\u001b[2J', 'cyan')}\\n\`);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
    });
    assert.match(stdout.replaceAll('\u001b[36m', '').replaceAll('\u001b[39m', ''), /\\u001b\[31m \\u001b\[2J\n$/);
    assert.equal(stdout.split('\u001b[2J').length, 1);
  });
});

describe('a command', () => {
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'operand-output-'));
  });

  after(() => rmSync(directory, { recursive: true }));

  const run = (...args: readonly string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [operand, ...args], { cwd: directory, encoding: 'utf8' });
    return stdout + stderr;
  };

  it('a command passes no control sequence of a definition on to the terminal', () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: hostile },
      spec: { group: 'example.com', scope: hostile, names: { kind: 'Box', plural: 'boxes' }, versions: [] },
    };
    writeFileSync(join(directory, 'definition.json'), printableText(JSON.stringify(definition)));
    const printed = run('import', 'definition.json');
    assert.match(printed, /\\u001b\[2J/);
    assert.doesNotMatch(printed, obeyed);
  });

  it('a command passes no control sequence of a catalog on to the terminal, as text or as JSON', () => {
    const catalog = [
      { schema: 'olm.package', name: 'a', defaultChannel: hostile },
      { schema: 'olm.channel', package: 'a', name: 'b', entries: [{ name: hostile }] },
    ];
    writeFileSync(
      join(directory, 'catalog.json'),
      catalog.map((each) => printableText(JSON.stringify(each))).join('\n'),
    );
    for (const format of ['text', 'json']) {
      const printed = run('catalog', 'validate', 'catalog.json', '--format', format);
      assert.match(printed, /\\u001b\[2J/);
      assert.doesNotMatch(printed, obeyed);
    }
  });

  it('a command passes no control sequence of its arguments on to the terminal', () => {
    for (const args of [[hostile], ['import', hostile], ['import', `--${hostile}`]]) {
      assert.doesNotMatch(run(...args), obeyed);
    }
  });
});
