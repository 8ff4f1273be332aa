import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { entryPoints } from '../architecture/entry-point.ts';
import { Examples } from './example.ts';

const library = resolve(import.meta.dirname, '../../lib');
const modules = Object.entries(entryPoints).filter(([, file]) => file.endsWith('.ts'));
const examples = new Examples(
  new Map(modules.map(([name, file]) => [name.replace(/^\./, 'operand'), resolve(library, file)])),
);

describe('the examples in doc comments', () => {
  it('examples in doc comments show each class and function of the entry points', () => {
    const without = examples.exports.filter((each) => each.examples.length === 0);
    assert.deepEqual(
      without.map(({ entryPoint, name }) => `${entryPoint}: ${name}`),
      [],
    );
  });

  it('examples in doc comments compile', () => {
    const all = examples.exports.flatMap(({ examples: codes, ...of }) => codes.map((code) => ({ ...of, code })));
    const errors = examples.errorsOf(all);
    const broken = all.map(({ name, code }, index) => ({ name, code, errors: errors[index] }));
    assert.deepEqual(
      broken.filter((each) => each.errors?.length !== 0),
      [],
    );
  });

  it('examples that don’t compile are found', () => {
    const wrong = [
      `new Sample(this, 'Small', { of: Memcached, spec: { size: 'one' } });`,
      `import { Clock } from 'operand';`,
      `undeclared();`,
      'const broken = ;',
    ];
    const errors = examples.errorsOf(wrong.map((code) => ({ entryPoint: 'operand', code })));
    assert.deepEqual(
      errors.map(({ length }) => length > 0),
      wrong.map(() => true),
    );
  });
});
