import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CustomResource } from '../../lib/index.ts';
import { describedDeclaration } from '../../lib/package/described-declaration.ts';
import type { ExportedKind } from '../../lib/package/exported-kind.ts';
import { readSchema } from '../../lib/schema/structural/index.ts';

const Web = CustomResource({ group: 'example.com', version: 'v1', kind: 'Web', spec: z.object({ size: z.int32() }) });

const web: ExportedKind = {
  name: 'Web',
  file: '/app/api.ts',
  definition: Web.definition,
  spec: { input: '{ size: number }', output: '{ size: number }', schema: readSchema({ type: 'object' }).schema },
  status: undefined,
};

const declaration = `import { z } from 'zod';
declare const Web_base: import("operand").CustomResourceConstructor<z.ZodObject<{ size: z.ZodInt32 }>, z.ZodObject>;
/** Web servers. */
export declare class Web extends Web_base {
}
`;

describe('the declaration of a class that is published', () => {
  it('the declarations of a module without kinds are unchanged', () => {
    assert.equal(describedDeclaration('api.d.ts', declaration, []), declaration);
  });

  it('the declaration of a class leads to the types of its fields', () => {
    const text = describedDeclaration('api.d.ts', declaration, [web]);
    assert.match(text, /CustomResourceConstructor<WebSpecType, z\.ZodObject>/);
    assert.match(text, /export type WebSpecInput = WebSpec;/);
    assert.match(text, /constructor\(scope: Construct, id: string, props: WebProps\);/);
    assert.match(text, /^import type \{ Construct \} from 'constructs';$/m);
  });

  it('the declaration of a class describes each rule of a kind in its own paragraph', () => {
    const definition = { ...Web.definition, rules: [{ rule: 'has(self.spec)', message: 'a spec is needed' }] };
    const text = describedDeclaration('api.d.ts', declaration, [{ ...web, definition }]);
    assert.match(text, / annotations\.\n {3}\*\n {3}\* Rule: a spec is needed\n {3}\*\n {3}\* @default /);
  });

  it('the declaration of a class imports no name that the module imports', () => {
    const importing = `import { Construct } from 'constructs';\n${declaration}`;
    const text = describedDeclaration('api.d.ts', importing, [web]);
    assert.equal(text.match(/import .*\bConstruct\b/g)?.length, 1);
  });

  it('the declaration of a class uses the module’s own name for an imported type', () => {
    const importing = `import { Construct as Node } from 'constructs';\n${declaration}`;
    const text = describedDeclaration('api.d.ts', importing, [web]);
    assert.match(text, /constructor\(scope: Node, id: string, props: WebProps\);/);
  });

  it('the declaration of a class imports a type under another name if the module has that name', () => {
    for (const named of [
      'export declare class Construct {}',
      'export declare function Construct(): void;',
      "import Construct from './construct.js';",
      "import * as Construct from './construct.js';",
      "import { Box as Construct } from './box.js';",
    ]) {
      const text = describedDeclaration('api.d.ts', `${named}\n${declaration}`, [web]);
      assert.match(text, /^import type \{ Construct as Construct_1 \} from 'constructs';$/m);
      assert.match(text, /constructor\(scope: Construct_1, id: string, props: WebProps\);/);
    }
    const text = describedDeclaration('api.d.ts', `export interface ResourceMetadata {}\n${declaration}`, [web]);
    assert.match(text, /^import type \{ ResourceMetadata as ResourceMetadata_1 \} from 'operand';$/m);
    assert.match(text, /readonly metadata\?: ResourceMetadata_1;/);
  });

  it('the declaration of a class keeps the constructor of its author', () => {
    const own = declaration.replace('Web_base {\n', 'Web_base {\n    constructor(scope: Construct, id: string);\n');
    assert.equal(describedDeclaration('api.d.ts', own, [web]).match(/constructor\(/g)?.length, 1);
  });

  it('a module that declares the name of a published type is refused', () => {
    assert.throws(() => describedDeclaration('api.d.ts', `${declaration}export type WebSpec = object;\n`, [web]), {
      message: 'api.ts declares WebSpec, the name of a published type of Web: rename it',
    });
  });

  it('a kind whose class does not extend CustomResource(…) directly is refused', () => {
    for (const text of ['export declare class Web {}', declaration.replaceAll('Web_base', 'Base')]) {
      assert.throws(() => describedDeclaration('api.d.ts', text, [web]), {
        message:
          'api.ts derives Web from something else than CustomResource(…): write `class Web extends CustomResource({ … }) {}`',
      });
    }
  });
});
