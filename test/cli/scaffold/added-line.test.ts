import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withAddedLines } from '../../../lib/cli/scaffold/added-line.ts';

const lines = [`import { BoxController } from './controllers/box.ts';`, `    new BoxController(this, 'Box');`];

const before = `// A header.
import type { Construct } from 'constructs';
import {
  Operator,
  type OperatorProps,
} from 'operand';

export class BoxOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new TinController(this, 'Tin');
  }
}
`;

const after = before
  .replace(`} from 'operand';\n`, `} from 'operand';\n${lines[0]}\n`)
  .replace(`(this, 'Tin');\n`, `(this, 'Tin');\n${lines[1]}\n`);

describe('lines that are added to an operator', () => {
  it('new lines of an operator come after its last import and after its last part', () => {
    assert.equal(withAddedLines(before, lines), after);
  });

  it('lines that an operator contains are not added again', () => {
    assert.equal(withAddedLines(after, lines), after);
  });

  it('lines in another format, or with further props, are not added again', () => {
    const edited = after
      .replace(lines[0] ?? '', `import {\n  BoxController,\n  BoxProps,\n} from "./controllers/box.ts"`)
      .replace(`(this, 'Box');`, `(this, 'Box', {\n      size: 3,\n    });`);
    assert.equal(withAddedLines(edited, lines), edited);
  });

  it('added lines have the indentation of the constructor', () => {
    const tabs = (text: string) => text.replaceAll('  ', '\t').replaceAll(';', '');
    assert.match(
      withAddedLines(tabs(before), lines) ?? '',
      /\n\t\tnew TinController\(this, 'Tin'\)\n\t\tnew BoxController\(this, 'Box'\);\n\t}\n/,
    );
  });

  it('no line is added to a class whose call of super takes several lines', () => {
    assert.equal(
      withAddedLines(before.replace('(scope, id, props)', '(\n      scope,\n      id,\n      props\n    )'), lines),
      undefined,
    );
  });

  it('new lines come to the end of a module without exports', () => {
    const line = `export { Box } from './v1/box.ts';`;
    assert.equal(withAddedLines('// Kinds.\n', [line]), `// Kinds.\n${line}\n`);
    assert.equal(withAddedLines(`// Kinds.\n${line}\n`, [line]), `// Kinds.\n${line}\n`);
    assert.equal(
      withAddedLines(`// Kinds.\n${line}\n`, [line.replace('Box ', 'Bo ')]),
      `// Kinds.\n${line}\n${line.replace('Box ', 'Bo ')}\n`,
    );
  });
});
