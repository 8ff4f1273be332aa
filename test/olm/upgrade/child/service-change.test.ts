import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { childTexts, service } from './rendered-child.ts';

describe('the comparison of Services', () => {
  it('check-upgrade reports changed ports and selectors of a Service, which clients need', () => {
    assert.deepEqual(
      childTexts(
        [service({ ports: [{ port: 80 }, { port: 81 }], selector: { a: 'b' } })],
        [service({ ports: [{ port: 80, protocol: 'TCP' }], selector: { a: 'c' } })],
      ),
      [
        'breaking port-removed: Service small: port 81/TCP is gone',
        'risky selector-changed: Service small: {"a":"b"} → {"a":"c"}',
      ],
    );
  });

  const typeChanges: readonly (readonly [was: string | undefined, is: string | undefined, severity?: string])[] = [
    ['LoadBalancer', 'ClusterIP', 'breaking'],
    ['LoadBalancer', undefined, 'breaking'],
    ['LoadBalancer', 'NodePort', 'breaking'],
    ['NodePort', 'ClusterIP', 'breaking'],
    ['ClusterIP', 'ExternalName', 'breaking'],
    ['ExternalName', 'ClusterIP', 'risky'],
    ['ClusterIP', 'LoadBalancer', 'risky'],
    [undefined, 'ClusterIP'],
  ];
  for (const [was, is, severity] of typeChanges) {
    it(`check-upgrade evaluates the change of a Service from type ${was ?? '(none)'} to type ${is ?? '(none)'}`, () => {
      const typed = (type: string | undefined) => [service(type === undefined ? {} : { type })];
      const what = `Service small: ${was} → ${is ?? 'ClusterIP'}`;
      assert.deepEqual(
        childTexts(typed(was), typed(is)),
        severity === undefined ? [] : [`${severity} service-type-changed: ${what}`],
      );
    });
  }

  it('check-upgrade reports changed families, classes and names of ports of a Service', () => {
    const families = (...ipFamilies: string[]) => [service({ ipFamilies })];
    assert.deepEqual(childTexts(families('IPv4'), families('IPv6')), [
      'breaking ip-families-changed: Service small: ["IPv4"] → ["IPv6"]',
    ]);
    assert.deepEqual(childTexts(families('IPv4'), families('IPv4', 'IPv6')), [
      'risky ip-families-changed: Service small: ["IPv4"] → ["IPv4","IPv6"]',
    ]);
    const balancer = (loadBalancerClass?: string) => [
      service({ type: 'LoadBalancer', ...(loadBalancerClass !== undefined && { loadBalancerClass }) }),
    ];
    for (const [was, is] of [
      ['a.example.com/one', 'a.example.com/other'],
      [undefined, 'a.example.com/one'],
    ]) {
      assert.deepEqual(childTexts(balancer(was), balancer(is)), [
        `breaking immutable-changed: Service small: ${was === undefined ? 'none' : `"${was}"`} → "${is}"`,
      ]);
    }
    const port = (name?: string) => [service({ ports: [{ port: 80, ...(name !== undefined && { name }) }] })];
    assert.deepEqual(childTexts(port('http'), port('web')), [
      'risky port-renamed: Service small: port 80/TCP has the name web now, and had http',
    ]);
    assert.deepEqual(childTexts(port(), port('web')), []);
  });
});
