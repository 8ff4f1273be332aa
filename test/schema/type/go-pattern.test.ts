import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { preserveUnknownFields, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';
import { literalPattern } from '../../../lib/schema/type/go-pattern.ts';

describe('patterns', () => {
  for (const [source, flags, pattern] of [
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', '', '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'],
    [String.raw`^https?:\/\/\S+$`, '', String.raw`^https?://\S+$`],
    [String.raw`^a\.b\-c_\d$`, '', String.raw`^a\.b\-c_\d$`],
    ['^abc$', 'i', '(?i)^abc$'],
    ['^a.b$', 'ms', '(?ms)^a.b$'],
    ['a', 'g', 'a'],
    [String.raw`^\u00e9\u{1F600}$`, 'u', String.raw`^\x{00e9}\x{1F600}$`],
    [String.raw`^\p{Lu}\P{Script=Greek}$`, 'u', String.raw`^\p{Lu}\P{Greek}$`],
    [String.raw`(?<year>\d{4})`, '', String.raw`(?P<year>\d{4})`],
    ['[[:a]', '', String.raw`[\[:a]`],
    [String.raw`[\]\b(?=]`, '', String.raw`[\]\x08(?=]`],
    ['[^]', '', String.raw`[\s\S]`],
    [String.raw`x{1000}\0`, '', String.raw`x{1000}\x00`],
    [String.raw`\a\z`, '', 'az'],
    ['[a]]', '', '[a]]'],
  ] as const) {
    it(`the pattern /${source}/${flags} becomes ${pattern} for Go`, () => {
      assert.equal(structuralSchema(z.string().regex(new RegExp(source, flags))).pattern, pattern);
    });
  }

  for (const [source, flags, unknown] of [
    ['^(?=a)', '', '(?='],
    ['(?!a)', '', '(?!'],
    ['(?<=a)b', '', '(?<='],
    ['(?<!a)b', '', '(?<!'],
    [String.raw`(a)\1`, '', String.raw`\1`],
    [String.raw`(?<a>a)\k<a>`, '', String.raw`\k`],
    ['a{1001}', '', '{1001}'],
    ['a{1,2000}', '', '{1,2000}'],
    ['[]', '', '[]'],
    [String.raw`\cA`, '', String.raw`\c`],
    [String.raw`\p{L}`, '', String.raw`\p{L}`],
    [String.raw`\u{3}`, '', String.raw`\u{3}`],
    [String.raw`\p{Emoji}`, 'u', String.raw`\p{Emoji}`],
    ['a', 'y', 'the flag y'],
    ['[a--b]', 'v', 'the flag v'],
  ] as const) {
    it(`the pattern /${source}/${flags} is refused, naming ${unknown}`, () => {
      const [refusal] = schemaRefusals(z.string().regex(new RegExp(source, flags)), 'spec');
      assert.ok(refusal?.message.includes(`don't support ${unknown}, as in /${source}/${flags}`), refusal?.message);
    });
  }

  it('a pattern is refused if its repetitions multiply to more than the API server counts', () => {
    const [refusal] = schemaRefusals(z.string().regex(/^(a{100}){100}$/), 'spec');
    assert.match(refusal?.message ?? '', /don't support so many repetitions/);
  });

  it('a pattern that RE2 doesn’t support is refused in a type that only zod checks, with its path', () => {
    const node = z.object({
      name: z.string().regex(/^(?!x)/),
      code: z.templateLiteral(['v', z.number()]),
      mails: z.array(z.email({ pattern: /(a)\1/ })).optional(),
      get children() {
        return z.array(node).optional();
      },
      when: z.record(z.string(), z.iso.duration()).optional(),
    });
    const refusals = schemaRefusals(z.object({ tree: preserveUnknownFields(node) }), 'spec');
    assert.deepEqual(
      refusals.map(({ path }) => path),
      ['spec.tree.name', 'spec.tree.mails[]'],
    );
  });

  it('a schema requires each of several patterns', () => {
    assert.deepEqual(structuralSchema(z.string().regex(/a/).regex(/b/)), {
      type: 'string',
      pattern: 'a',
      allOf: [{ pattern: 'b' }],
    });
  });

  it('a literal pattern matches its text, with all special characters', () => {
    const text = 'a.b*c\\d[e](f){g}|^$+?/-';
    assert.match(text, new RegExp(`^${literalPattern(text)}$`));
  });
});
