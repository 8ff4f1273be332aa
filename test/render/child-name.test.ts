import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { childName } from '../../lib/render/index.ts';

const configMap = { kind: 'ConfigMap' };

describe('the name of an unnamed child', () => {
  it('the name of an unnamed child joins the resource’s name and the construct path', () => {
    assert.equal(childName('db', ['Server', 'Config'], configMap), 'db-server-config');
  });

  it('the name of an unnamed child keeps generic words, so that `db` and `db-default` differ', () => {
    assert.equal(childName('db', ['Default'], configMap), 'db-default');
    assert.equal(childName('db-default', ['Default'], configMap), 'db-default-default');
  });

  it('the name of an unnamed child keeps the dots of the resource’s name if the kind allows them', () => {
    assert.equal(childName('shop.db', ['Config'], configMap), 'shop.db-config');
  });

  it('the name of an unnamed Service has dashes for dots, and a hash that distinguishes it', () => {
    const dotted = childName('shop.db', ['Service'], { kind: 'Service' });
    assert.match(dotted, /^shop-db-service-[0-9a-f]{8}$/);
    assert.equal(childName('shop-db', ['Service'], { kind: 'Service' }), 'shop-db-service');
  });

  it('the name of an unnamed Service begins with a letter', () => {
    assert.match(childName('1st', ['Service'], { kind: 'Service' }), /^x-1st-service-[0-9a-f]{8}$/);
  });

  it('the name of an unnamed child is cut at the limit of its kind, with a hash', () => {
    const long = 'a'.repeat(63);
    assert.match(childName(long, ['Config'], configMap), /^a{54}-[0-9a-f]{8}$/);
    assert.equal(childName(long, ['Nightly'], { kind: 'CronJob' }).length, 52);
  });

  it('the name of an unnamed child is valid, within the limit, and different for different paths', () => {
    const resourceName = fc
      .stringMatching(/^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/)
      .filter((name) => !/\.[-.]|-\./.test(name));
    const id = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !text.includes('/'));
    const kind = fc.constantFrom('ConfigMap', 'Service', 'CronJob', 'StatefulSet');
    fc.assert(
      fc.property(resourceName, id, id, kind, (name, one, other, kindName) => {
        const first = childName(name, [one], { kind: kindName });
        assert.match(
          first,
          kindName === 'Service'
            ? /^[a-z]([-a-z0-9]*[a-z0-9])?$/
            : /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/,
        );
        assert.ok(first.length <= 63);
        if (one.toLowerCase() !== other.toLowerCase()) {
          assert.notEqual(first, childName(name, [other], { kind: kindName }));
        }
      }),
    );
  });
});
