import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals } from '../../../lib/schema/index.ts';

const unsupported: Readonly<Record<string, { type: z.ZodType; message: RegExp; remedy: RegExp }>> = {
  'a bigint': { type: z.bigint(), message: /JSON has no/, remedy: /z\.int\(\)/ },
  'an int64 of zod, which is a bigint': { type: z.int64(), message: /JSON has no/, remedy: /z\.int\(\)/ },
  'a catch': { type: z.string().catch('x'), message: /would refuse/, remedy: /\.default/ },
  'a codec': { type: z.stringbool(), message: /transform/, remedy: /as it is stored/ },
  'a coercion': { type: z.coerce.number(), message: /transform/, remedy: /without coerce/ },
  'a custom type': { type: z.custom<string>(() => true), message: /run code/, remedy: /rule/ },
  'a date': { type: z.date(), message: /JSON has no/, remedy: /z\.iso\.datetime/ },
  'a file': { type: z.file(), message: /JSON has no/, remedy: /base64/ },
  'an instance of a class': { type: z.instanceof(URL), message: /run code/, remedy: /type of the data/ },
  'an intersection': { type: z.string().and(z.string()), message: /structural/, remedy: /extend/ },
  'a map': { type: z.map(z.string(), z.int()), message: /JSON has no/, remedy: /z\.record/ },
  'not a number': { type: z.nan(), message: /JSON has no/, remedy: /leave it out/ },
  never: { type: z.never(), message: /no value/, remedy: /leave it out/ },
  'null alone': { type: z.null(), message: /null only/, remedy: /nullable/ },
  'a pipe': { type: z.string().pipe(z.string()), message: /transform/, remedy: /as it is stored/ },
  'a preprocessing': { type: z.preprocess(String, z.string()), message: /transform/, remedy: /as it is stored/ },
  'a promise': { type: z.promise(z.string()), message: /JSON has no/, remedy: /resolves to/ },
  'a property check': { type: z.string().check(z.property('length', z.int())), message: /run code/, remedy: /rule/ },
  'a refinement': { type: z.string().refine(() => true), message: /run code/, remedy: /rule\(type/ },
  'a set': { type: z.set(z.string()), message: /JSON has no/, remedy: /listSet/ },
  'a super refinement': { type: z.string().superRefine(() => undefined), message: /run code/, remedy: /rule/ },
  'a symbol': { type: z.symbol(), message: /JSON has no/, remedy: /z\.enum/ },
  'a transform': { type: z.string().transform(Number), message: /transform/, remedy: /as it is stored/ },
  'a trimmed string': { type: z.string().trim(), message: /change values/, remedy: /regex/ },
  'a tuple': { type: z.tuple([z.string()]), message: /one type/, remedy: /z\.object/ },
  undefined: { type: z.undefined(), message: /undefined/, remedy: /optional/ },
  void: { type: z.void(), message: /undefined/, remedy: /optional/ },
};

describe('types that Kubernetes can’t express', () => {
  for (const [name, { type, message, remedy }] of Object.entries(unsupported)) {
    it(`${name} is refused with a remedy`, () => {
      const refusals = schemaRefusals(z.object({ field: type }), 'spec');
      assert.equal(refusals.length, 1);
      assert.equal(refusals[0]?.path, 'spec.field');
      assert.match(refusals[0].message, message);
      assert.match(refusals[0].remedy, remedy);
    });
  }
});
