import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { conversionFindings } from '../../../lib/constructs/definition/conversion-finding.ts';
import { definitionFindings } from '../../../lib/constructs/definition/definition-finding.ts';
import { CustomResource, type OlderVersion } from '../../../lib/index.ts';
import { Database } from '../../api/conversion/database.ts';

function definition(callbacks: Partial<Pick<OlderVersion, 'up' | 'down'>>, older: z.ZodType = z.string()) {
  const names = { group: 'example.com', kind: 'Cache' };
  const of = CustomResource({ ...names, version: 'v1beta1', spec: z.object({ dbType: older.optional() }) });
  const spec = z.object({ engine: z.string().optional() });
  const nothing = () => ({ spec: {}, status: {} });
  const versions = [{ of, up: nothing, down: nothing, ...callbacks }];
  return CustomResource({ ...names, version: 'v1', spec, versions }).definition;
}

describe('the callbacks between versions', () => {
  it('conversion callbacks that tolerate missing parts and return existing fields are accepted', () => {
    assert.deepEqual([...definitionFindings(Database.definition)], []);
  });

  it('a conversion callback that throws on incomplete objects is refused, with the error', () => {
    const up: OlderVersion['up'] = ({ spec }) => ({
      spec: { engine: (spec.dbType as string).toLowerCase() },
      status: {},
    });
    const [finding, ...others] = conversionFindings(definition({ up }));
    assert.match(
      finding ?? '',
      /^up of v1beta1 throws if parts are missing, and API servers .+: treat every field as optional \(Cannot read/,
    );
    assert.deepEqual(others, []);
  });

  it('a conversion callback that returns no spec is refused', () => {
    for (const returned of [undefined, {}, { status: {} }]) {
      assert.deepEqual(
        [...conversionFindings(definition({ up: () => returned as never }))],
        ['up of v1beta1 returns no spec if parts are missing: return { spec, status } always, empty if necessary'],
      );
    }
  });

  it('a conversion callback is refused for a field that the version doesn’t have, even an empty one', () => {
    const down: OlderVersion['down'] = ({ spec: { engine } }) => ({
      spec: { dbtype: engine },
      status: { gone: undefined },
    });
    assert.deepEqual(
      [...conversionFindings(definition({ down }))],
      [
        "down of v1beta1 returns spec.dbtype, which version v1beta1 doesn't have: leave it out, or use the name that it has there",
        "down of v1beta1 returns status.gone, which version v1beta1 doesn't have: leave it out, or use the name that it has there",
      ],
    );
  });

  it('conversion callbacks aren’t called while a version has no schema', () => {
    const findings = [...definitionFindings(definition({}, z.date()))];
    assert.equal(findings.length, 1);
    assert.match(findings[0] ?? '', /^version v1beta1: spec\.dbType: /);
  });
});
