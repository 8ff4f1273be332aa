// The structure of the apps, and the texts that `graph` writes of it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { App } from 'cdk8s';
import { DatabaseOperator } from '../../../apps/database/operator.ts';
import { release as databaseRelease } from '../../../apps/database/release.ts';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';
import { release as memcachedRelease } from '../../../apps/memcached/release.ts';
import type { OperatorGraph } from '../../../lib/cli/graph/graph-node.ts';
import { type Area, graphLayout } from '../../../lib/cli/graph/layout.ts';
import { mermaidText } from '../../../lib/cli/graph/mermaid.ts';
import { operatorGraph } from '../../../lib/cli/graph/operator-graph.ts';
import { svgPicture } from '../../../lib/cli/graph/svg.ts';
import { DnsOperator } from '../../docs/source/operator.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

const memcached = () =>
  operatorGraph(
    new MemcachedOperator(new App(), 'memcached-operator', { ...memcachedRelease, version: '1.0.0', image: 'a/m:1' }),
  );
const database = () =>
  operatorGraph(
    new DatabaseOperator(new App(), 'database-operator', { ...databaseRelease, version: '1.0.0', image: 'a/d:1' }),
  );

/** A graph whose texts have a meaning in Mermaid and XML. */
const hostile: OperatorGraph = {
  title: '<a> & "b"',
  nodes: [
    { id: 'a', section: 'APIs', title: '"]; click n0 <script>', lines: ['#quot; & `x`', 'end'] },
    { id: 'b', section: 'Controllers', title: 'B', lines: [] },
    { id: 'c', section: 'Controllers', title: 'C', lines: [] },
    { id: 'd', section: 'Objects', title: 'D', lines: [] },
  ],
  edges: [
    { from: 'a', to: 'b', label: '' },
    { from: 'b', to: 'd', label: 'owns' },
    { from: 'c', to: 'd', label: 'owns, watches, references' },
  ],
};

describe('the graph of an operator', () => {
  it('the graph of the Memcached operator has its API, controller, objects and manager', () => {
    const { nodes, edges } = memcached();
    assert.deepEqual(
      nodes.map(({ section, title, lines }) => [section, title, ...lines].join(' | ')),
      [
        'APIs | Memcached | cache.example.com | v1alpha1, Namespaced',
        'Controllers | Controller | of Memcached | render | status',
        'Objects | Deployment | apps/v1 | memcached-small | image memcached:1.6.39-alpine',
        'Objects | Pod | v1',
        'Manager | Deployment | memcached-operator-controller-manager | namespace memcached-operator-system | replicas 1 | image a/m:1 | child image memcached:1.6.39-alpine',
        'Manager | ClusterRole | memcached-operator-manager-role | core: list watch create patch | apiextensions.k8s.io: list watch | apps: list watch create patch delete | cache.example.com: list watch update patch',
        'Manager | Role | memcached-operator-leader-election-role | namespace memcached-operator-system | core: create patch | apps: get | coordination.k8s.io: get create patch',
        'Manager | ClusterRole | memcached-operator-metrics-auth-role | authentication.k8s.io: create | authorization.k8s.io: create',
      ],
    );
    assert.deepEqual(
      edges.map(({ from, label, to }) => `${from} ${label} ${to}`),
      [
        'memcacheds.cache.example.com  memcached-operator/Controller',
        'memcached-operator/Controller owns Deployment.apps/v1',
        'memcached-operator/Controller watches Pod.v1',
      ],
    );
  });

  it('the graph of the Database operator has its webhooks, versions and references', () => {
    const { nodes, edges } = database();
    assert.deepEqual(
      nodes
        .filter(({ section }) => section !== 'Manager')
        .map(({ section, title, lines }) => [section, title, ...lines].join(' | ')),
      [
        'Admission | Defaults | MutatingWebhook | on failure: Fail',
        'Admission | Rules | ValidatingWebhook | on failure: Fail',
        'APIs | Database | example.com | v1, Namespaced | converts v1beta1',
        'Controllers | Controller | of Database | render | reconcile | status | cleanup',
        'Objects | ServiceAccount | v1 | my-postgres-database',
        'Objects | Service | v1 | my-postgres-headless',
        'Objects | StatefulSet | apps/v1 | my-postgres | image postgresql:14.5',
        'Objects | PersistentVolumeClaim | v1',
        'Objects | ConfigMap | v1',
        'Objects | Secret | v1',
      ],
    );
    assert.deepEqual(
      edges.map(({ label }) => label),
      ['', '', '', 'owns', 'owns', 'owns', 'watches', 'references', 'references'],
    );
  });
});

describe('the flowchart in Mermaid', () => {
  it('the graph of an operator names the sources of a controller', () => {
    const provider = {
      write: async () => undefined,
      remove: async () => undefined,
      changes: async () => assert.fail('not called'),
    };
    const operator = new DnsOperator(new App(), 'dns-operator', { version: '1.0.0', image: 'a/d:1', provider });
    const controllers = operatorGraph(operator).nodes.filter(({ section }) => section === 'Controllers');
    assert.deepEqual(
      controllers.map(({ lines }) => lines),
      [['of DnsRecord', 'render', 'reconcile', 'cleanup', 'source dns-provider']],
    );
  });

  it('the Mermaid flowchart draws the sections of the Memcached operator', () => {
    assert.equal(
      mermaidText(memcached()).replace(/ {2}subgraph Manager\n(?: {4}.*\n)* {2}end\n/, ''),
      `flowchart LR
  accTitle: Structure of memcached-operator 1.0.0
  subgraph APIs
    n0["<b>Memcached</b><br>cache.example.com<br>v1alpha1, Namespaced"]
  end
  subgraph Controllers
    n1["<b>Controller</b><br>of Memcached<br>render<br>status"]
  end
  subgraph Objects
    n2["<b>Deployment</b><br>apps/v1<br>memcached-small<br>image memcached:1.6.39-alpine"]
    n3["<b>Pod</b><br>v1"]
  end
  n0 --> n1
  n1 -->|owns| n2
  n1 -->|watches| n3
`,
    );
  });

  it('the Mermaid flowchart escapes each character that has a meaning in Mermaid', () => {
    const line = mermaidText(hostile)
      .split('\n')
      .find((text) => text.includes('n0['));
    assert.equal(line, '    n0["<b>#34;#93;#59; click n0 #60;script#62;</b><br>#35;quot#59; #38; #96;x#96;<br>end"]');
  });
});

describe('the picture in SVG', () => {
  for (const [name, graph] of Object.entries({ memcached, database, hostile: () => hostile })) {
    it(`the SVG picture keeps each text in its box, and boxes apart: ${name}`, () => {
      const { width, height, boxes, headings, arrows } = graphLayout(graph());
      const page = { x: 0, y: 0, width, height };
      for (const [index, box] of boxes.entries()) {
        assert.ok(isInside(box, page), box.node.title);
        for (const text of box.texts) assert.ok(isInside(text, box), text.text);
        for (const other of boxes.slice(index + 1)) assert.ok(!isOverlapping(box, other), other.node.title);
      }
      const free = [...headings, ...arrows.map(({ label }) => label).filter(({ text }) => text !== '')];
      for (const [index, text] of free.entries()) {
        assert.ok(isInside(text, page), text.text);
        for (const other of [...boxes, ...free.slice(index + 1)]) assert.ok(!isOverlapping(text, other), text.text);
      }
    });

    it(`the SVG picture of a graph has the same bytes each time: ${name}`, () => {
      assert.equal(svgPicture(graph()), svgPicture(graph()));
    });
  }

  it('the SVG picture escapes each character that has a meaning in XML, and has a title and a description', () => {
    const svg = svgPicture(hostile);
    assert.ok(svg.includes('<title id="title">Structure of &lt;a&gt; &amp; "b"</title>'));
    assert.ok(svg.includes('C owns, watches, references D.</desc>'));
    assert.ok(svg.includes('#quot; &amp; `x`</text>'));
    assert.deepEqual(openElements(svg), []);
  });
});

describe('graph', () => {
  it('graph prints Mermaid, writes SVG to a .svg file, and asks for the operator if an app has several', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'operand-graph-'));
    try {
      const program = join(root, 'apps/main.ts');
      const name = ['--operator', 'memcached-operator'];
      const { stdout } = await run(process.execPath, [program, 'graph', ...name]);
      assert.match(stdout, /^flowchart LR\n/);
      const file = join(directory, 'graph.svg');
      await run(process.execPath, [program, 'graph', ...name, '-o', file]);
      assert.match(await readFile(file, 'utf8'), /^<svg .*<\/svg>\n$/s);
      await assert.rejects(run(process.execPath, [program, 'graph']), /name one of (?:\S+, )+\S+ with --operator/);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

function isInside(inner: Area, outer: Area): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function isOverlapping(one: Area, other: Area): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Returns the elements of an XML text that aren't closed, or are closed in another order. */
function openElements(xml: string): string[] {
  const open: string[] = [];
  for (const [, end, name = '', empty] of xml.matchAll(/<(\/?)(\w+)(?:\s[\w:-]+="[^"<]*")*(\/?)>/g)) {
    if (end === '/') assert.equal(open.pop(), name);
    else if (empty === '') open.push(name);
  }
  return open;
}
