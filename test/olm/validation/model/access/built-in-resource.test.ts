import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiVersion, builtInKinds } from '../../../../../lib/api/index.ts';
import {
  builtInResourceProblem,
  builtInSubresources,
} from '../../../../../lib/olm/validation/model/access/built-in-resource.ts';
import { builtInDiscovery } from '../../../../../lib/testing/embedded/built-in/built-in-types.ts';

describe('the subresources of a built-in resource', () => {
  it('the subresources of a built-in resource are those that the API server has', () => {
    for (const kind of builtInKinds()) {
      const path = `${kind.group === '' ? '/api' : '/apis'}/${apiVersion(kind)}`;
      const served = (builtInDiscovery.resources[path] ?? [])
        .map(({ name }) => name.split('/'))
        .flatMap(([resource, subresource]) => (resource === kind.plural ? (subresource ?? []) : []));
      assert.deepEqual(builtInSubresources(kind.plural, [kind.group])?.toSorted(), served.toSorted(), kind.plural);
    }
  });

  it('the subresources of resources of other groups are unknown', () => {
    assert.equal(builtInSubresources('pods', ['metrics.k8s.io']), undefined);
    assert.equal(builtInSubresources('widgets', ['']), undefined);
  });
});

describe('a resource', () => {
  it('a built-in resource in a wrong group or spelling has a problem with a remedy', () => {
    assert.equal(builtInResourceProblem('deployments', ['', 'apps']), undefined);
    assert.deepEqual(builtInResourceProblem('pods', ['apps']), {
      what: 'there are no pods in "apps"',
      remedy: 'their group is ""',
    });
    assert.equal(builtInResourceProblem('Deployment', ['apps'])?.remedy, 'write deployments');
  });

  it('a resource of an API server that this release may not know has no problem', () => {
    assert.equal(builtInResourceProblem('resourceclaims', ['']), undefined);
  });
});
