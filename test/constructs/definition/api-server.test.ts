// The versions, columns, selectable fields and scale of a CRD on a real API server.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { z } from 'zod';
import { definitionFindings } from '../../../lib/constructs/definition/definition-finding.ts';
import { CustomResourceDefinition } from '../../../lib/constructs/index.ts';
import {
  CustomResource,
  type CustomResourceClass,
  Operator,
  type ResourceDefinitionProps,
} from '../../../lib/index.ts';
import type { ControlPlane } from '../../../lib/testing/index.ts';
import { Database } from '../../api/conversion/database.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { untilEstablished } from '../../until-established.ts';

const client = { service: { name: 'operator-webhook', namespace: 'operators', path: '/convert', port: 443 } };

class Shop extends CustomResource({
  group: 'shops.example.com',
  version: 'v1',
  kind: 'Shop',
  listKind: 'ShopCollection',
  shortNames: ['sh'],
  deprecation: 'shops.example.com/v1 Shop is going away: use Market, “the” successor',
  spec: z.object({
    engine: z.enum(['fast', 'slow']).default('fast'),
    public: z.boolean().default(false),
    replicas: z.int32().default(3),
    since: z.iso.datetime().optional(),
    ports: z.array(z.object({ name: z.string(), number: z.int32() })).default([]),
  }),
  status: z.object({ replicas: z.int32(), selector: z.string() }),
  scale: { replicas: '.spec.replicas', observedReplicas: '.status.replicas', selector: '.status.selector' },
  selectableFields: ['.spec.engine', '.spec.public', '.spec.replicas'],
  printerColumns: [
    { name: 'Engine', jsonPath: '.spec.engine' },
    { name: 'Replicas', jsonPath: '.spec.replicas' },
    { name: 'Ready', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
    { name: 'Team', jsonPath: '.metadata.labels.example\\.com/team' },
    { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Port', jsonPath: '.spec.ports[0].number', priority: 1 },
    { name: 'Since', jsonPath: '.spec.since', priority: 1, description: 'The time of opening.' },
  ],
}) {}

function manifest({ definition }: CustomResourceClass): string {
  const operator = new Operator(new App(), 'shop-operator', { version: '1.0.0', image: 'example.com/shop:1' });
  return JSON.stringify(
    new CustomResourceDefinition(operator, 'Definition', { definition, conversion: client }).toJson(),
  );
}

function shop(name: string, spec: object): object {
  const metadata = { name, labels: { 'example.com/team': 'blue' } };
  return { apiVersion: 'shops.example.com/v1', kind: 'Shop', metadata, spec };
}

describe('a definition, on a real API server', () => {
  let controlPlane: ControlPlane;

  const kubectl = async (args: readonly string[], input?: object) => {
    const options = input === undefined ? {} : { input: JSON.stringify(input) };
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, options);
    assert.equal(exitCode, 0, `kubectl ${args.join(' ')}: ${stderr}`);
    return { stdout, stderr };
  };

  before(async () => {
    controlPlane = await sharedControlPlane();
    for (const api of [Shop, Database]) await kubectl(['apply', '--server-side', '-f', '-'], JSON.parse(manifest(api)));
    await untilEstablished(controlPlane);
    const items = [
      shop('one', { engine: 'slow', ports: [{ name: 'http', number: 80 }] }),
      shop('two', { public: true }),
    ];
    const list = { apiVersion: 'v1', kind: 'List', items };
    await kubectl(['create', '-f', '-'], list);
  });

  it('a CustomResourceDefinition has all versions, the stored one first, and the conversion webhook', async () => {
    const { stdout } = await kubectl(['get', 'crd', 'databases.example.com', '-o', 'json']);
    const { spec } = JSON.parse(stdout) as {
      spec: { versions: { name: string; served: boolean; storage: boolean }[]; conversion: object };
    };
    assert.deepEqual(
      spec.versions.map(({ name, served, storage }) => ({ name, served, storage })),
      [
        { name: 'v1', served: true, storage: true },
        { name: 'v1beta1', served: true, storage: false },
        { name: 'v1alpha1', served: true, storage: false },
      ],
    );
    assert.deepEqual(spec.conversion, {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig: client },
    });
  });

  it('the API server knows a kind’s list kind and short name', async () => {
    const { stdout } = await kubectl(['get', '--raw', '/apis/shops.example.com/v1/shops']);
    assert.equal((JSON.parse(stdout) as { kind: string }).kind, 'ShopCollection');
    await kubectl(['get', 'sh']);
  });

  it('kubectl shows the printer columns, the less important ones only in wide listings', async () => {
    const table = async (...args: string[]) => {
      const { stdout } = await kubectl(['get', 'shops', ...args]);
      return stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/\s+/));
    };
    const [heading, one] = await table();
    assert.deepEqual(heading, ['NAME', 'ENGINE', 'REPLICAS', 'READY', 'TEAM', 'AGE']);
    assert.deepEqual(one?.slice(0, 4), ['one', 'slow', '3', 'blue']);
    const [wide, wideOne] = await table('-o', 'wide');
    assert.deepEqual(wide?.slice(6), ['PORT', 'SINCE']);
    assert.equal(wideOne?.at(-1), '80');
  });

  it('the API server selects objects by selectable fields, and by no others', async () => {
    const selected = async (selector: string) => {
      const { stdout } = await kubectl(['get', 'shops', '--field-selector', selector, '-o', 'name']);
      return stdout.trim();
    };
    assert.equal(await selected('spec.engine=slow'), 'shop.shops.example.com/one');
    assert.equal(await selected('spec.public=true'), 'shop.shops.example.com/two');
    assert.equal(await selected('spec.replicas=4'), '');
    const { stderr } = await controlPlane.kubectl(['get', 'shops', '--field-selector', 'spec.since=x']);
    assert.match(stderr, /field label not supported/);
  });

  it('a resource with the scale subresource scales, and reports the number and selector of its pods', async () => {
    await kubectl(['scale', 'shop', 'two', '--replicas=5']);
    const status = { status: { replicas: 4, selector: 'app=shop' } };
    await kubectl(['patch', 'shop', 'two', '--subresource=status', '--type=merge', '-p', JSON.stringify(status)]);
    const { stdout } = await kubectl(['get', '--raw', '/apis/shops.example.com/v1/namespaces/default/shops/two/scale']);
    const scale = JSON.parse(stdout) as { spec: unknown; status: unknown };
    assert.deepEqual([scale.spec, scale.status], [{ replicas: 5 }, { replicas: 4, selector: 'app=shop' }]);
  });

  it('the API server warns of a deprecated version in the words of its definition', async () => {
    const { stderr } = await kubectl(['get', 'shops']);
    assert.match(stderr, /Warning: shops\.example\.com\/v1 Shop is going away: use Market, “the” successor/);
  });

  const older = CustomResource({ group: 'a.b', version: 'v1', kind: 'Thing', spec: z.object({}) });
  const versions = [{ of: older, up: () => ({ spec: {}, status: {} }), down: () => ({ spec: {}, status: {} }) }];
  const refused: readonly Partial<ResourceDefinitionProps<z.ZodObject, z.ZodObject>>[] = [
    { listKind: 'Thing' },
    { listKind: '1Things' },
    { deprecation: '' },
    { deprecation: 'é'.repeat(129) },
    { deprecation: 'two\nlines' },
    { deprecation: 'zero\u200bwidth' },
    { printerColumns: [{ name: '', jsonPath: '.spec.a' }] },
    { selectableFields: ['.spec.list'] },
    { selectableFields: ['.spec.missing'] },
    { selectableFields: ['.spec.number'] },
    { selectableFields: ['.spec.a', '.spec.a'] },
    { selectableFields: [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => `.spec.text${index}` as const) },
    { versions },
  ];
  const spec = z.object({
    a: z.string().optional(),
    number: z.number().optional(),
    list: z.array(z.string()).optional(),
    ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) => [`text${index}`, z.string().optional()])),
  });

  for (const words of refused) {
    it(`a definition that the API server refuses has a finding: ${JSON.stringify(words)}`, async () => {
      const api = CustomResource({ group: 'a.b', version: 'v1', kind: 'Thing', spec, ...words });
      assert.equal([...definitionFindings(api.definition)].length, 1);
      const input = manifest(api);
      const { stderr, exitCode } = await controlPlane.kubectl(['create', '--dry-run=server', '-f', '-'], { input });
      assert.equal(exitCode, 1, stderr);
      assert.match(stderr, /is invalid/);
    });
  }

  it('the API server accepts a definition with all values at their limits', async () => {
    const api = CustomResource({
      group: 'a.b',
      version: 'v1',
      kind: 'Thing',
      spec,
      deprecation: 'é'.repeat(128),
      selectableFields: [1, 2, 3, 4, 5, 6, 7, 8].map((index) => `.spec.text${index}` as const),
    });
    assert.deepEqual([...definitionFindings(api.definition)], []);
    await kubectl(['create', '--dry-run=server', '-f', '-'], JSON.parse(manifest(api)));
  });
});
