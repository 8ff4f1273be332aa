import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withDefinitionImports } from '../../lib/package/index.ts';

const names = new Set(['CustomResource', 'Spec']);

/** The text of a file of a package, after its imports are redirected. */
function redirected(text: string, file = 'index.js'): string | undefined {
  return withDefinitionImports(new Map([[file, text]]), names).get(file);
}

describe('imports of the library in a package of constructs', () => {
  it('imports of the library lead to operand-api if it exports all their names', () => {
    assert.equal(
      redirected(`import { CustomResource as Base } from 'operand';\nexport { Spec } from "operand";`),
      `import { CustomResource as Base } from 'operand-api';\nexport { Spec } from "operand-api";`,
    );
  });

  it('imports of the library in the types of declarations lead to operand-api, too', () => {
    assert.equal(
      redirected(`declare const base: import("operand").Spec<import('operand').CustomResource>;`, 'index.d.ts'),
      `declare const base: import("operand-api").Spec<import('operand-api').CustomResource>;`,
    );
  });

  it('imports of operand/schema lead to operand-api/schema', () => {
    assert.equal(
      redirected(`import * as schema from 'operand/schema'; import { rule } from 'operand/schema';`),
      `import * as schema from 'operand-api/schema'; import { rule } from 'operand-api/schema';`,
    );
  });

  it('imports of the library stay if one of their names is only there, or the names are unknown', () => {
    for (const text of [
      `import { Controller, CustomResource } from 'operand';`,
      `import * as operand from 'operand';`,
      `export * from 'operand';`,
      `import 'operand';`,
      `import { bundle } from 'operand/olm';`,
      `declare const controller: import("operand").Controller;`,
      `// import { Spec } from 'operand';`,
      `import { Spec } from 'operand-like';`,
    ]) {
      assert.equal(redirected(text), text);
      assert.equal(redirected(text, 'index.d.ts'), text);
    }
  });

  it('imports of the library in source maps stay unchanged', () => {
    const text = `import { Spec } from 'operand';`;
    assert.equal(redirected(text, 'index.js.map'), text);
  });
});
