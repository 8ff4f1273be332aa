import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  actionDescriptors,
  describedDescriptors,
  specDescriptors,
  statusDescriptors,
} from '../../../../lib/olm/bundle/definition/descriptor.ts';
import type { JsonSchemaProps } from '../../../../lib/schema/index.ts';

const ui = 'urn:alm:descriptor:com.tectonic.ui';

function object(properties: Record<string, JsonSchemaProps>): JsonSchemaProps {
  return { type: 'object', properties };
}

describe('a descriptor of a spec', () => {
  const shown: Record<string, [JsonSchemaProps, readonly string[] | undefined]> = {
    size: [{ type: 'integer' }, [`${ui}:podCount`]],
    replicas: [{ type: 'integer' }, [`${ui}:podCount`]],
    port: [{ type: 'integer' }, [`${ui}:number`]],
    ratio: [{ type: 'number' }, [`${ui}:number`]],
    enabled: [{ type: 'boolean' }, [`${ui}:booleanSwitch`]],
    version: [{ type: 'string' }, [`${ui}:text`]],
    secret: [{ type: 'string', format: 'password' }, [`${ui}:password`]],
    engine: [{ type: 'string', enum: ['mysql', 'mongodb'] }, [`${ui}:select:mysql`, `${ui}:select:mongodb`]],
    surge: [{ 'x-kubernetes-int-or-string': true }, [`${ui}:text`]],
    hosts: [{ type: 'array', items: { type: 'string' } }, undefined],
    config: [{ type: 'object', additionalProperties: { type: 'string' } }, undefined],
  };

  for (const [name, [schema, hints]] of Object.entries(shown)) {
    it(`a spec descriptor shows ${name}, of the schema ${JSON.stringify(schema)}, as ${JSON.stringify(hints)}`, () => {
      const [descriptor] = specDescriptors(object({ [name]: schema }));
      assert.equal(descriptor?.path, name);
      assert.deepEqual(descriptor['x-descriptors'], hints);
    });
  }

  it('a spec descriptor has a title from the field’s name, and the description of the schema', () => {
    const [descriptor] = specDescriptors(object({ maxSize: { type: 'array', description: 'How big.' } }));
    assert.deepEqual(descriptor, { path: 'maxSize', displayName: 'Max Size', description: 'How big.' });
  });

  it('spec descriptors group the fields of an object after the object itself', () => {
    const size = { type: 'integer' } as const;
    assert.deepEqual(specDescriptors(object({ storage: object({ size, pool: object({ size }) }) })), [
      { path: 'storage', displayName: 'Storage' },
      { path: 'storage.size', displayName: 'Size', 'x-descriptors': [`${ui}:fieldGroup:storage`, `${ui}:number`] },
      { path: 'storage.pool', displayName: 'Pool', 'x-descriptors': [`${ui}:fieldGroup:storage`] },
      {
        path: 'storage.pool.size',
        displayName: 'Size',
        'x-descriptors': [`${ui}:fieldGroup:storage.pool`, `${ui}:number`],
      },
    ]);
  });

  it('a spec descriptor shows requests and limits of a container as one field', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } } as const;
    assert.deepEqual(specDescriptors(object({ resources: object({ requests: map, limits: map }) })), [
      { path: 'resources', displayName: 'Resources', 'x-descriptors': [`${ui}:resourceRequirements`] },
    ]);
  });

  it('a field that no path can name has no spec descriptor', () => {
    assert.deepEqual(specDescriptors(object({ 'a.b': { type: 'string' }, 'c[0]': { type: 'string' } })), []);
  });
});

describe('a descriptor of a status', () => {
  const shown: Record<string, [JsonSchemaProps, readonly string[] | undefined]> = {
    conditions: [{ type: 'array' }, ['urn:alm:descriptor:io.kubernetes.conditions']],
    phase: [{ type: 'string' }, ['urn:alm:descriptor:io.kubernetes.phase']],
    endpoint: [{ type: 'string' }, ['urn:alm:descriptor:text']],
    ready: [{ type: 'boolean' }, ['urn:alm:descriptor:text']],
    nodes: [{ type: 'array' }, undefined],
  };

  for (const [name, [schema, hints]] of Object.entries(shown)) {
    it(`a status descriptor shows ${name} as ${JSON.stringify(hints)}`, () => {
      assert.deepEqual(statusDescriptors(object({ [name]: schema }))[0]?.['x-descriptors'], hints);
    });
  }
});

describe('a descriptor of an action', () => {
  const schema = object({ members: { type: 'integer', description: 'How many.' }, paused: { type: 'boolean' } });

  it('an action descriptor describes the scaled field at any path', () => {
    assert.deepEqual(actionDescriptors(schema, { replicas: 'members', described: undefined }), [
      { path: 'members', displayName: 'Scale', description: 'How many.', 'x-descriptors': [`${ui}:podCount`] },
    ]);
    assert.deepEqual(specDescriptors(schema, 'members')[0]?.['x-descriptors'], [`${ui}:podCount`]);
  });

  it('an action descriptor describes a field that the author names, with the author’s text', () => {
    assert.deepEqual(
      actionDescriptors(schema, { replicas: undefined, described: { paused: { displayName: 'Pause' } } }),
      [{ path: 'paused', displayName: 'Pause', 'x-descriptors': [`${ui}:booleanSwitch`] }],
    );
    const described = { members: { displayName: 'Grow' } };
    assert.deepEqual(
      actionDescriptors(schema, { replicas: 'members', described }).map(({ displayName }) => displayName),
      ['Grow'],
    );
  });

  it('a kind without actions has no action descriptors', () => {
    assert.deepEqual(actionDescriptors(schema, { replicas: undefined, described: undefined }), []);
  });
});

describe('the texts of an author', () => {
  const derived = specDescriptors(object({ login: object({ name: { type: 'string', description: 'Who.' } }) }));

  it('the author’s texts replace those of the schema, and keep a field in its group', () => {
    const [group, field] = describedDescriptors(derived, {
      'login.name': {
        displayName: 'Password',
        description: 'A Secret.',
        shownAs: ['io.kubernetes:Secret', 'advanced'],
      },
    });
    assert.deepEqual(group, derived[0]);
    assert.deepEqual(field, {
      path: 'login.name',
      displayName: 'Password',
      description: 'A Secret.',
      'x-descriptors': [`${ui}:fieldGroup:login`, 'urn:alm:descriptor:io.kubernetes:Secret', `${ui}:advanced`],
    });
  });

  it('descriptors without texts of an author stay unchanged', () => {
    assert.deepEqual(describedDescriptors(derived), derived);
  });
});
