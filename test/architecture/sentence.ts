import { callers } from './caller.ts';
import { cycles, folderCycles } from './cycle.ts';
import { noCdk8sPlus, oneYamlReader } from './dependency.ts';
import { effectAddresses } from './effect.ts';
import { appsUseEntryPoints, tablesOfContents } from './entry-point.ts';
import { errorClasses } from './error-class.ts';
import { exportedNames, importedNames } from './exported-name.ts';
import { entrances, layers, olmModules, runtimeModules } from './layer.ts';
import { names } from './name.ts';
import type { Rule } from './source-file.ts';
import { titles } from './title.ts';
import { openings, words } from './word.ts';

/** A small tree: path → text. */
export type Planted = Readonly<Record<string, string>>;

/** A sentence about the code, with code that breaks it, so that the test can fail, and code that doesn't. */
export interface Sentence {
  readonly title: string;
  readonly rule: Rule;
  readonly broken: readonly Planted[];
  readonly kept: readonly Planted[];
}

const queue = 'lib/runtime/queue/work-queue.ts';

/** The true sentences about the code. */
export const sentences: readonly Sentence[] = [
  {
    title: 'imports between modules lead to lower levels, so that siblings never meet',
    rule: layers,
    broken: [
      { 'lib/api/kind.ts': `import { Controller } from '../constructs/index.ts';` },
      { 'lib/api/kind.ts': `import type { Controller } from '../constructs/index.ts';` },
      { 'lib/api/kind.ts': `type Controller = import('../constructs/index.ts').Controller;` },
      { 'lib/olm/bundle.ts': `export { run } from '../runtime/index.ts';` },
      { 'lib/runtime/manager.ts': `const olm = await import('../olm/index.ts');` },
      { 'lib/schema/finding.ts': `import { systemClock } from '../clock/index.ts';` },
      { 'lib/runtime/watch/watcher.ts': `import { ControlPlane } from '../../testing/index.ts';` },
      { 'lib/api/kind.ts': `import { Memcached } from '../../apps/memcached/api.ts';` },
      { 'lib/render/render.ts': `import { Operator } from '../index.ts';` },
      { 'lib/attic/old.ts': `import { apiVersion } from '../api/index.ts';` },
      { 'lib/index.ts': `export { HttpClient } from './client/index.ts';` },
      { 'lib/index.ts': `export { main } from './cli/index.ts';` },
    ],
    kept: [
      { 'lib/runtime/reconcile/apply.ts': `import { render } from '../../render/index.ts';` },
      { 'lib/index.ts': `export { Operator } from './constructs/index.ts';` },
      { 'lib/client/http-client.ts': `import manifest from '../package.json' with { type: 'json' };` },
    ],
  },
  {
    title: 'a module is imported by its index.ts',
    rule: entrances,
    broken: [
      { 'lib/runtime/watch/watcher.ts': `import type { Client } from '../../client/client.ts';` },
      { 'lib/olm/validation/definition.ts': `import { readSchema } from '../../schema/structural/read-schema.ts';` },
    ],
    kept: [
      { 'lib/runtime/watch/watcher.ts': `import { step } from './watch-state.ts';` },
      { 'lib/olm/validation/definition.ts': `import { readSchema } from '../../schema/structural/index.ts';` },
    ],
  },
  {
    title: 'the modules of the runtime import leases, not one another, and few files connect them',
    rule: runtimeModules,
    broken: [
      { [queue]: `import { Store } from '../cache/store.ts';` },
      { 'lib/runtime/leader-election.ts': `import { WorkQueue } from './queue/index.ts';` },
      { [queue]: `import { Controller } from '../controller/controller.ts';` },
      { 'lib/runtime/lease/election.ts': `import { Sharding } from '../sharding/index.ts';` },
    ],
    kept: [
      {
        'lib/runtime/controller/controller.ts': `import { WorkQueue } from '../queue/index.ts'; import { Store } from '../cache/index.ts';`,
      },
      { [queue]: `import { NamespacedHeap } from './namespaced-heap.ts';` },
      { 'lib/runtime/sharding/sharding.ts': `import type { Election } from '../lease/index.ts';` },
    ],
  },
  {
    title: 'the modules of olm import content, findings and notation, and not one another',
    rule: olmModules,
    broken: [
      { 'lib/olm/catalog/rules/bundle.ts': `import { validate } from '../../validation/index.ts';` },
      { 'lib/olm/content/place.ts': `import type { Violation } from '../finding/violation.ts';` },
      { 'lib/olm/finding/violation.ts': `import { VersionRange } from '../notation/version-range.ts';` },
    ],
    kept: [
      { 'lib/olm/notation/constraint.ts': `import type { Violation } from '../finding/violation.ts';` },
      { 'lib/olm/catalog/rules/bundle.ts': `import { imageReference } from '../../notation/image-reference.ts';` },
      { 'lib/olm/index.ts': `export { validate } from './validation/index.ts';` },
    ],
  },
  {
    title: 'no file imports itself through other files',
    rule: cycles,
    broken: [
      { 'lib/api/a.ts': `import { b } from './b.ts';`, 'lib/api/b.ts': `import { a } from './a.ts';` },
      {
        'lib/api/a.ts': `import type { B } from './b.ts';`,
        'lib/api/b.ts': `export { c } from './c.ts';`,
        'lib/api/c.ts': `type A = import('./a.ts').A;`,
      },
    ],
    kept: [
      { 'lib/api/a.ts': `import './c.ts';`, 'lib/api/b.ts': `import './a.ts'; import './c.ts';`, 'lib/api/c.ts': '' },
    ],
  },
  {
    title: 'no folder of testing imports itself through the files and folders beside it',
    rule: folderCycles,
    broken: [
      {
        'lib/testing/explorer/a.ts': `import { b } from '../property/b.ts';`,
        'lib/testing/property/c.ts': `import type { D } from '../scenario/d.ts';`,
        'lib/testing/scenario/d.ts': `import { e } from '../explorer/e.ts';`,
      },
      {
        'lib/testing/embedded/read/a.ts': `import { b } from '../write/b.ts';`,
        'lib/testing/embedded/write/c.ts': `import { d } from '../read/d.ts';`,
      },
      {
        'lib/testing/embedded/admission/policy/a.ts': `import { b } from '../webhook/b.ts';`,
        'lib/testing/embedded/admission/webhook/c.ts': `import type { D } from '../policy/d.ts';`,
      },
      {
        'lib/testing/embedded/read/a.ts': `import { b } from '../registry.ts';`,
        'lib/testing/embedded/registry.ts': `import { c } from './read/c.ts';`,
      },
    ],
    kept: [
      {
        'lib/testing/explorer/a.ts': `import { d } from '../scenario/d.ts';`,
        'lib/testing/scenario/d.ts': '',
        'lib/testing/test-operator.ts': `import { a } from './explorer/a.ts';`,
      },
      {
        'lib/testing/embedded/read/a.ts': `import { b } from '../write/b.ts';`,
        'lib/testing/embedded/write/b.ts': `import { c } from '../registry.ts';`,
        'lib/testing/embedded/registry.ts': `import { d } from '../scenario/d.ts';`,
      },
    ],
  },
  {
    title: 'entry points are tables of contents',
    rule: tablesOfContents,
    broken: [
      { 'lib/api/index.ts': `export * from './kind.ts';` },
      { 'lib/api/index.ts': `export * as kinds from './kind.ts';` },
      { 'lib/index.ts': `export const version = '1';` },
      { 'lib/index.ts': `import './api/index.ts';` },
      { 'lib/index.ts': `export { default } from './api/index.ts';` },
    ],
    kept: [{ 'lib/api/index.ts': `export { Action } from './action.ts'; export type { Kind } from './kind.ts';` }],
  },
  {
    title: 'apps import the library through its entry points',
    rule: appsUseEntryPoints,
    broken: [
      { 'apps/memcached/api.ts': `import { CustomResource } from '../../lib/index.ts';` },
      { 'apps/memcached/api.ts': `import { CustomResource } from 'operand/api';` },
      { 'apps/memcached/api.ts': `import { CustomResource } from 'operand/api/index.ts';` },
    ],
    kept: [
      {
        'apps/memcached/main.ts': `import { main } from 'operand/cli'; import { Operator } from 'operand'; import './api.ts';`,
      },
    ],
  },
  {
    title: 'effects happen at their addresses',
    rule: effectAddresses,
    broken: [
      ...[
        `import { connect } from 'node:net';`,
        `import { type Socket } from 'node:net';`,
        `import { Pool } from 'undici';`,
        `export { request } from 'node:https';`,
        `const http2 = await import('node:http2');`,
        `const tls = require('tls');`,
        `await fetch(address);`,
        `import { readFile } from 'node:fs/promises';`,
        `import { spawn } from 'node:child_process';`,
        `process.exit(1);`,
        `import { setTimeout } from 'node:timers/promises';`,
        `setTimeout(retry, 1000);`,
        `const clock = { setTimeout };`,
        `const later = setImmediate;`,
        `const started = performance.now();`,
        `const now = Date.now();`,
        `const now = new Date();`,
        `const now = new Date;`,
        `const now = Date();`,
        `const Clock = Date;`,
        `class Moment extends Date {}`,
        `const signal = AbortSignal.timeout(5);`,
        `process.hrtime.bigint();`,
        `process.env.HOME;`,
        `process['env'];`,
        `const { env } = process;`,
        `function home({ env } = process) {}`,
        `import { hostname } from 'node:os';`,
        `globalThis.setTimeout(retry, 1000);`,
      ].map((text) => ({ [queue]: text })),
      ...[`process.stdout.write(text);`, `report(process['stderr']);`, `console.log(text);`].map((text) => ({
        'lib/cli/docs/docs.ts': text,
      })),
    ],
    kept: [
      ...[
        `import type { Socket } from 'node:net';`,
        `interface Lease { readonly renewTime: Date }`,
        `function age(of: Date): number { return new Date(of).getTime() - Date.parse('2024-01-01'); }`,
        `const isDate = (value: unknown) => value instanceof Date;`,
        `const fetch = (path: string) => path; fetch('/healthz');`,
        `const timing = { setTimeout: 5 }; timing.setTimeout;`,
        `process.memoryUsage();`,
      ].map((text) => ({ [queue]: text })),
      { 'lib/client/http-client.ts': `import { Pool } from 'undici';` },
      { 'lib/client/credentials/in-cluster.ts': `import { readFile } from 'node:fs/promises'; process.env.HOME;` },
      { 'lib/server/certificate.ts': `import { readFile } from 'node:fs/promises';` },
      { 'lib/clock/system-clock.ts': `setTimeout(callback, Date.now());` },
      { 'lib/testing/supervisor/supervisor.ts': `import { spawn } from 'node:child_process';` },
      { 'lib/cli/terminal/output.ts': `process.stdout.write(text);` },
      { 'lib/cli/run.ts': `process.exit(process.env.CODE);` },
    ],
  },
  {
    title: 'files and folders are named after their content',
    rule: names,
    broken: ['lib/api/utils.ts', 'lib/common/kind.ts', 'apps/memcached/types.ts', 'test/helpers/kind.ts']
      .map((path) => ({
        [path]: '',
      }))
      .concat({ 'lib/api/Kind.ts': '' }, { 'lib/cache/manager.ts': '' }, { 'lib/runtime/work_queue.ts': '' }),
    kept: [
      { 'lib/runtime/manager.ts': '', 'lib/constructs/manager/deployment.ts': '', 'test/types/api.test-d.ts': '' },
    ],
  },
  {
    title: 'an exported name is declared once',
    rule: exportedNames,
    broken: [
      { 'lib/api/status.ts': 'export interface Status {}', 'lib/runtime/status.ts': 'export class Status {}' },
      { 'lib/api/a.ts': 'export const [a, b] = [1, 2], json = 1;', 'lib/cli/b.ts': 'export async function json() {}' },
    ],
    kept: [
      { 'lib/api/status.ts': 'export interface Status {}', 'lib/runtime/status.ts': 'interface Status {}' },
      {
        'lib/api/status.ts': 'export type Status = 1; export const Status = 1;',
        'test/status.ts': 'export class Status {}',
      },
    ],
  },
  {
    title: 'an exported value is imported by another file',
    rule: importedNames,
    broken: [
      { 'lib/api/a.ts': 'export const a = 1;', 'lib/api/b.ts': "import type { b } from './a.ts';" },
      { 'lib/api/a.ts': 'export const a = 1;', 'lib/api/b.ts': "export { a } from './c.ts';" },
    ],
    kept: [
      {
        'lib/api/a.ts': 'export const a = 1;',
        'test/api/a.test.ts': "import { a as first } from '../../lib/api/a.ts';",
      },
      { 'lib/api/a.ts': 'export const a = 1;', 'lib/api/index.ts': "export { a } from './a.ts';" },
      { 'lib/api/a.ts': 'export const a = 1;', 'lib/cli/b.ts': "const all = await import('../api/a.ts');" },
    ],
  },
  {
    title: 'error classes are declared in one way',
    rule: errorClasses,
    broken: ['class QueueError extends Error {}', 'const full = class extends RangeError {};'].map((text) => ({
      [queue]: text,
    })),
    kept: [{ [queue]: `export class QueueError extends brandedError('QueueError') {}` }],
  },
  {
    title: 'the code uses the words of the glossary',
    rule: words,
    broken: [
      ...['const troubleOfLag = 1;', "throw new Error('nobody knows');", '// A retry mends it.', 'const sight = 1;'],
      '/** Whoever calls it is told. */ export const call = 1;',
    ]
      .map((text): Planted => ({ [queue]: text }))
      .concat({ 'test/queue.test.ts': 'const verdict = 1;' }),
    kept: [
      { [queue]: "const insight = 'amendment'; const user = 'nobody:x:65534';" },
      { 'test/architecture/word.ts': 'const verdict = 1;' },
    ],
  },
  {
    title: 'doc comments begin with a verb or a noun',
    rule: openings,
    broken: ['/** What a key means. */', '/**\n * How long it waits.\n */'].map((text) => ({ [queue]: text })),
    kept: [{ [queue]: '/** The time for which it waits. */' }],
  },
  {
    title: 'the comment at the top of a file names callers that exist',
    rule: callers,
    broken: ['// Out: requests. Called by\n// `keyWorker`.', '// Called by KeyWorker.'].map((text) => ({
      [queue]: `${text}\n\nexport const requests = 1;`,
    })),
    kept: [
      { [queue]: '// Called by `runWorker`.', 'lib/runtime/worker.ts': 'export function runWorker() {}' },
      { [queue]: '// Called by the workers of a controller, and by `synth`.' },
    ],
  },
  {
    title: 'the titles of tests are plain sentences',
    rule: titles,
    broken: [
      "it('goes on with the other keys', test);",
      'describe(`a kind of others`, test);',
      "it('is refused for its syntax', test);",
    ].map((text) => ({ 'test/queue.test.ts': text })),
    kept: [
      { 'test/queue.test.ts': "it('continues with the other keys', test); log('goes on');" },
      { 'test/queue.ts': "it('goes on with the other keys', test);" },
    ],
  },
  {
    title: 'one module reads and writes YAML',
    rule: oneYamlReader,
    broken: [{ 'lib/testing/body.ts': `import { parse } from 'yaml';` }],
    kept: [{ 'lib/yaml/parsed-yaml.ts': `import { loadAll } from 'js-yaml';` }],
  },
  {
    title: 'the library does not import a cdk8s-plus',
    rule: noCdk8sPlus,
    broken: [{ 'lib/render/render.ts': `import type { KubePod } from 'cdk8s-plus-28/lib/imports/k8s';` }],
    kept: [{ 'apps/memcached/children.ts': `import { k8s } from 'cdk8s-plus-28';` }],
  },
];
