import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertPublishableImports, usedPackages } from '../../lib/package/index.ts';

const whole = (files: Readonly<Record<string, string>>) => assertPublishableImports(new Map(Object.entries(files)));
const used = (files: Readonly<Record<string, string>>) => usedPackages(new Map(Object.entries(files)));

describe('the packages that published files need', () => {
  it('published files need the packages that modules and declarations import, in any form', () => {
    const files = {
      'index.js': `import { z } from 'zod'; export { App } from 'cdk8s/lib/app.js'; await import('@example/box/door');`,
      'index.d.ts': `import type { Construct } from 'constructs'; export declare const a: import("operand").Spec;`,
    };
    assert.deepEqual(used(files), ['@example/box', 'cdk8s', 'constructs', 'operand', 'zod']);
  });

  it('published files need neither Node, nor the package itself, nor names in source maps and data', () => {
    const files = {
      'index.js': `import { join } from 'node:path'; import { api } from './inner/api.js'; import 'fs';`,
      'inner/api.js': `import sizes from '../sizes.json' with { type: 'json' };`,
      'inner/api.d.ts': `export * from '../sizes.ts';`,
      'sizes.d.ts': '',
      'sizes.json': `"import 'zod'"`,
      'index.js.map': `import 'zod'`,
    };
    assert.deepEqual(used(files), []);
    assert.doesNotThrow(() => whole(files));
  });
});

describe('files that are about to be published', () => {
  it('a published module that imports a file outside of the package is refused', () => {
    assert.throws(() => whole({ 'api.js': `import { name } from '../shared/name.js';` }), {
      code: 'not-publishable',
      message:
        'api.js imports ../shared/name.js, which is not published: move it into the directory of the package, or a package of its own',
    });
  });

  it('a published module that imports a name of the manifest’s imports is refused', () => {
    assert.throws(() => whole({ 'api.js': `import { name } from '#name';` }), {
      message: "api.js imports #name, which doesn't exist once it is published: write its path",
    });
  });
});
