import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rangeFlaw, VersionRange } from '../../../lib/olm/notation/version-range.ts';

describe('VersionRange', () => {
  const cases: readonly (readonly [range: string, inside: readonly string[], outside: readonly string[]])[] = [
    ['1.2.3', ['1.2.3', '1.2.3+build.1'], ['1.2.4', '1.2.3-rc.1']],
    ['=1.2.3', ['1.2.3'], ['1.2.2']],
    ['!1.2.3', ['1.2.2', '1.2.4'], ['1.2.3']],
    ['!=1.2.3', ['1.2.4'], ['1.2.3']],
    ['>=1.0.0 <1.2.0', ['1.0.0', '1.1.9', '1.2.0-rc.1'], ['0.9.9', '1.2.0', '1.0.0-rc.1']],
    ['>= 1.0.0 < 1.2.0', ['1.0.0'], ['1.2.0']],
    ['  >=\n1.0.0  <1.2.0 ', ['1.0.0'], ['1.2.0']],
    ['>1.0.0 <=1.2.0', ['1.2.0', '1.0.1'], ['1.0.0', '1.2.1']],
    ['<1.0.0 || >=2.0.0', ['0.9.0', '2.0.0'], ['1.0.0', '1.9.9']],
    ['1.x', ['1.0.0', '1.9.9', '2.0.0-rc.1'], ['0.9.9', '2.0.0']],
    ['1.x.x', ['1.0.0', '1.0.9'], ['1.1.0']],
    ['>1.x.x', ['1.1.0'], ['1.0.9']],
    ['<=1.x.x', ['1.0.9'], ['1.1.0']],
    ['>=1.x.x', ['1.0.0'], ['0.9.9']],
    ['>=1.x.2', ['1.0.2'], ['1.0.1']],
    ['<1.2.0-next.1', ['1.2.0-next.0'], ['1.2.0-next.1']],
    ['>=1.2.0-next.x', ['1.2.0-next.0'], ['1.2.0-next']],
    ['1.2.x', ['1.2.0', '1.2.9'], ['1.3.0', '1.1.9']],
    ['>1.2.x', ['1.3.0'], ['1.2.9']],
    ['>=1.2.x', ['1.2.0'], ['1.1.9']],
    ['<1.2.x', ['1.1.9'], ['1.2.0']],
    ['<=1.2.x', ['1.2.9'], ['1.3.0']],
    ['!1.2.x', [], ['1.1.0', '1.2.0', '1.3.0']],
  ];
  for (const [text, inside, outside] of cases) {
    it(`VersionRange reads ${JSON.stringify(text)} as the Operator Lifecycle Manager does`, () => {
      const range = VersionRange.parse(text);
      assert.deepEqual(
        [...inside, ...outside].filter((version) => range?.includes(version) === true),
        inside,
      );
    });
  }

  for (const text of [
    '',
    ' ',
    '^1.0.0',
    '~1.2.0',
    '1.0',
    '>=1',
    '*',
    'x',
    '>=1.0.0,<2.0.0',
    '=>1.0.0',
    'v1.0.0',
    '|| 1.0.0',
    '1.0.0 ||',
    '>=01.0.0',
    '1.0.0-next.1',
    '<=1.0.0-next.1',
    '>1.0.0-fix',
    '!1.0.0-fix',
    '1.x.2',
    '1.2.3.x',
    '>=1.2.xx',
    '>=1.0.0 <2.0.0\n',
    '>=1.0.0\t<2.0.0',
    '1.0.0\n|| 2.0.0',
    '1.0.0 ||\t2.0.0',
    '1.x\u00a0',
  ]) {
    it(`VersionRange rejects ${JSON.stringify(text)}`, () => {
      assert.equal(VersionRange.parse(text), undefined);
    });
  }

  const pairs: readonly (readonly [one: string, other: string, isWithin: boolean])[] = [
    ['>=1.12.0 <2.0.0', '>=1.10.0 <3.0.0', true],
    ['>=1.10.0 <3.0.0', '>=1.12.0 <2.0.0', false],
    ['1.2.3', '1.x', true],
    ['1.x', '>=1.0.0 <2.0.0', true],
    ['>=1.0.0 <2.0.0', '1.x', true],
    ['<=1.0.0', '<1.0.0', false],
    ['<1.0.1', '<=1.0.0', false],
    ['<1.0.1-0', '<=1.0.0', true],
    ['>1.0.0-rc.1', '>=1.0.0-rc.2', false],
    ['>1.0.0', '!1.0.0', true],
    ['!1.0.0', '>1.0.0', false],
    ['>=1.0.0 <1.5.0 || >=1.4.0 <2.0.0', '1.x', true],
    ['1.x', '>=1.0.0 <1.5.0 || >1.5.0 <2.0.0', false],
    ['>2.0.0 <1.0.0', '1.0.0', true],
  ];
  for (const [one, other, isWithin] of pairs) {
    it(`VersionRange finds ${one} ${isWithin ? '' : 'not '}within ${other}`, () => {
      const [range, wider] = [one, other].map((text) => VersionRange.parse(text));
      assert.ok(range !== undefined && wider !== undefined);
      assert.equal(range.isWithin(wider), isWithin);
    });
  }
});

describe('a flaw of a range of versions', () => {
  it('a text that is not a version range is reported with a valid range', () => {
    assert.equal(rangeFlaw('>=1.0.0 <2.0.0'), undefined);
    assert.equal(rangeFlaw('')?.what, 'the range is empty');
    const { what, remedy } = rangeFlaw('^1.0.0') ?? {};
    assert.equal(what, "'^1.0.0' is not a version range");
    assert.match(remedy ?? '', /^write one such as >=1\.0\.0 <2\.0\.0/);
    assert.deepEqual(rangeFlaw('>=1.0.0\n<2.0.0\n'), {
      what: "'>=1.0.0\\n<2.0.0\\n' is not a version range",
      remedy: 'write it in one line, with spaces between the bounds',
    });
    assert.deepEqual(rangeFlaw('<=1.0.0-next'), {
      what: "'<=1.0.0-next' is not a version range",
      remedy: 'write the version without the letter x, which OLM reads as any number',
    });
  });
});
