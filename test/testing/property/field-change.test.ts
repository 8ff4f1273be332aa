import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { type JsonObject, structuralSchema } from '../../../lib/schema/index.ts';
import { matchesGoPattern, valueFindings } from '../../../lib/schema/structural/index.ts';
import { invalidChanges, unknownFieldChanges, validChanges } from '../../../lib/testing/property/field-change.ts';
import { patternText } from '../../../lib/testing/property/pattern-text.ts';
import { changedSpec, formatChanges } from '../../../lib/testing/property/spec-change.ts';
import { Chance } from '../../../lib/testing/sampling/chance.ts';

const schema = structuralSchema(
  z.object({
    size: z.int32().min(1).max(5).default(3),
    mode: z.enum(['fast', 'safe']),
    version: z.string().regex(/^v\d+\.\d+$/),
    labels: z.record(z.string(), z.string()).optional(),
    targets: z.array(z.object({ url: z.url(), weight: z.int32().min(0).optional() })).max(3),
    backup: z.object({ enabled: z.boolean(), keep: z.int32().optional() }).optional(),
  }),
);

const spec = {
  size: 2,
  mode: 'fast',
  version: 'v1.2',
  targets: [{ url: 'https://example.com' }],
  backup: { enabled: true },
};

/** Returns the findings for a spec. */
function findings(changed: JsonObject): readonly unknown[] {
  return valueFindings({ type: 'object', properties: { spec: schema } }, { spec: changed });
}

describe('changes of a spec', () => {
  it('the changes of a spec cover every field, and each gives a spec that the schema accepts', () => {
    const changes = validChanges(schema, spec, new Chance(1));
    for (const change of changes) {
      assert.deepEqual(findings(changedSpec(spec, [change])), [], formatChanges([change]));
    }
    const changed = new Set(changes.map(({ path }) => path.join('.')));
    for (const field of ['size', 'mode', 'version', 'labels', 'targets', 'targets.0.weight', 'backup', 'backup.keep']) {
      assert.ok(changed.has(field), field);
    }
  });

  it('the changes of a spec are the same for the same seed', () => {
    const chosen = (seed: number) => JSON.stringify(validChanges(schema, spec, new Chance(seed)));
    assert.equal(chosen(7), chosen(7));
  });

  it('the schema refuses each change of a spec that is meant to break it', () => {
    const changes = invalidChanges(schema, spec);
    assert.ok(changes.length > 10);
    for (const change of changes) {
      assert.notDeepEqual(findings(changedSpec(spec, [change])), [], formatChanges([change]));
    }
  });
});

describe('unknown fields of a spec', () => {
  it('unknown fields are added to each object of a spec, but not where the schema has free fields', () => {
    const free = z.object({ size: z.int32(), rest: z.looseObject({}), names: z.record(z.string(), z.string()) });
    const paths = (of: typeof schema, value: JsonObject) =>
      unknownFieldChanges(of, value).map(({ path }) => path.join('.'));
    assert.deepEqual(paths(schema, spec), ['unknownField', 'targets.0.unknownField', 'backup.unknownField']);
    assert.deepEqual(paths(structuralSchema(free), { size: 1, rest: {}, names: { a: 'b' } }), ['unknownField']);
  });
});

describe('texts for patterns', () => {
  for (const pattern of [
    '^[a-z]([-a-z0-9]*[a-z0-9])?$',
    '^v\\d+\\.\\d+(?:-rc\\d)?$',
    '^(?:always|never)$',
    '^([0-9]{1,2}[hms])+$',
    '^[^/]+/[A-Z_]{2,4}$',
    '\\w+@\\w+',
  ]) {
    it(`the generated texts match the pattern ${pattern}`, () => {
      const chance = new Chance(3);
      for (let count = 0; count < 50; count++) {
        const text = patternText(pattern, chance);
        assert.ok(matchesGoPattern(pattern, text), text);
      }
    });
  }
});
