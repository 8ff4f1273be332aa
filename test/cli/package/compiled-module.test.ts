import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCompiledModule } from '../../../lib/cli/package/compiled-module.ts';

describe('a compiled module', () => {
  const directory = '/app';
  const files = (size: number) =>
    new Map([
      ['api.js', "export { size } from './size.js';\nexport { Box } from './box.js';\n"],
      ['main.js', "export { Box } from './box.js';\n"],
      ['box.js', 'export class Box {}\n'],
      ['size.js', `export const size = ${size};\n`],
    ]);
  const loaded = async (file: string, size: number): Promise<Record<string, unknown>> => ({
    ...(await loadCompiledModule(`${directory}/${file}`, directory, files(size))),
  });

  it('a compiled module is loaded without being written to the disk', async () => {
    const { size } = await loaded('api.js', 1);
    assert.equal(size, 1);
  });

  it('a compiled module is loaded again when a module that it imports has been compiled again', async () => {
    await loaded('api.js', 1);
    const { size } = await loaded('api.js', 2);
    assert.equal(size, 2);
  });

  it('two compiled modules of the same files share their classes', async () => {
    const [api, main] = [await loaded('api.js', 3), await loaded('main.js', 3)];
    assert.equal(api.Box, main.Box);
  });

  it('a compiled module that can’t be loaded is named in the error', async () => {
    const broken = new Map([['broken.js', 'throw new Error("no");\n']]);
    await assert.rejects(loadCompiledModule('/app/broken.js', directory, broken), {
      message: "/app/broken.js can't be loaded",
    });
  });
});
