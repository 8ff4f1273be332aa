import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nodeComplaint } from '../../../lib/cli/process/node-version.ts';
import manifest from '../../../lib/package.json' with { type: 'json' };

describe('the version of Node', () => {
  it('is at least what the package says', () => {
    const oldest = manifest.engines.node.replace('>=', '');
    assert.equal(nodeComplaint(`${oldest}.0`), undefined);
    assert.equal(nodeComplaint(process.versions.node), undefined);
    assert.match(
      nodeComplaint('22.18.1') ?? '',
      new RegExp(`^operand needs Node ${oldest} or later, and this is 22.18.1:`),
    );
    assert.match(nodeComplaint('20.19.4') ?? '', /this is 20\.19\.4: install the current LTS$/);
    assert.equal(nodeComplaint('23.0.0'), undefined);
  });
});
