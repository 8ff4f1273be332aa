import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { assertDeclarations, compileApp } from '../../../lib/cli/package/compilation.ts';
import { compiledFiles } from '../../../lib/package/index.ts';
import { AppDirectory } from './app-directory.ts';

/** A declaration as the compiler writes it of a schema, without zod around it. */
const source = `
  interface Inferred { readonly output: { size: number } }
  export declare const size: Inferred;
`;

describe('the declarations of a package', () => {
  it('declarations of a package are accepted if they equal the types of the sources', async () => {
    await using app = await AppDirectory.of({ 'index.ts': `export { size } from './size.ts';\n`, 'size.ts': source });
    const program = compileApp(app.path, [join(app.path, 'index.ts')]);
    assert.doesNotThrow(() => assertDeclarations(program, app.path, compiledFiles(program, app.path)));
  });

  it('declarations of a package are refused if they differ from the sources', async () => {
    await using app = await AppDirectory.of({ 'index.ts': source });
    const program = compileApp(app.path, [join(app.path, 'index.ts')]);
    const text = `${source}interface Named extends Inferred { readonly output: { size: string } }\nexport {};\n`;
    assert.throws(() => assertDeclarations(program, app.path, new Map([['index.d.ts', text]])), {
      name: 'Failure',
      message: /would not compile:\n.*index\.d\.ts\(4,11\): error TS2430: Interface 'Named' incorrectly extends/s,
    });
  });

  it('declarations are refused if they import an unpublished module, even if its source exists', async () => {
    await using app = await AppDirectory.of({ 'index.ts': `export { size } from './size.ts';\n`, 'size.ts': source });
    const program = compileApp(app.path, [join(app.path, 'index.ts')]);
    const files = new Map([...compiledFiles(program, app.path)].filter(([path]) => path !== 'size.d.ts'));
    assert.throws(() => assertDeclarations(program, app.path, files), { message: /error TS7016/ });
  });
});
