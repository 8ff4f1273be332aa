// Definitions that few would think of: what is written for them compiles, takes what API servers take, and judges as they do.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  definitionKind,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ResourceValidation,
} from '../../lib/api/index.ts';
import { ApiError, type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { untilEstablished } from '../until-established.ts';
import { definition } from './definition.ts';
import { oddDefinitions } from './odd-definition.ts';
import { Project } from './project.ts';

const group = 'example.com';

describe('odd definitions', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let project: Project;
  /** What the API server has against each content, by the title of the definition. */
  const answers = new Map<string, readonly (Refusal | undefined)[]>();

  before(async () => {
    project = await Project.create();
    await project.import(oddDefinitions.map(({ schema }, index) => definition({ kind: `Odd${index}`, schema })));
    controlPlane = await ControlPlane.start({ components: [] });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    client = new HttpClient(credentials, { clock: systemClock });
    await Promise.all(
      oddDefinitions.map(async ({ schema }, index) => {
        const { spec } = definition({ kind: `Odd${index}`, schema });
        const name = `odd${index}es.${group}`;
        const apiVersion = 'apiextensions.k8s.io/v1';
        await client.create(definitionKind, { apiVersion, kind: definitionKind.kind, metadata: { name }, spec });
      }),
    );
    await untilEstablished(controlPlane);
    for (const [index, { title, contents }] of oddDefinitions.entries()) {
      const kind: Kind = { group, version: 'v1', kind: `Odd${index}`, plural: `odd${index}es`, scope: 'Namespaced' };
      answers.set(title, await Promise.all(contents.map((content) => refusal(client, kind, content))));
    }
  });

  after(async () => {
    await client.close();
    await controlPlane[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  it('compile', async () => {
    assert.equal(await project.complaints(), '');
  });

  for (const [index, { title, contents }] of oddDefinitions.entries()) {
    it(`judge as API servers do: ${title}`, async () => {
      const module = await project.load(`imports/${group}/v1/index.ts`);
      const found = module[`Odd${index}`];
      assert.ok(isImportedClass(found));
      const differences = contents.flatMap((content, at) => {
        const there = answers.get(title)?.[at];
        const { findings } = found.validate({ metadata: { name: 'odd' }, ...content });
        const isSamePlace = findings.every(({ path }) => there?.fields.some((field) => isNear(asThere(path), field)));
        return findings.length > 0 === (there !== undefined) && isSamePlace ? [] : [{ content, here: findings, there }];
      });
      assert.deepEqual(differences, []);
    });
  }

  it('have types that take what API servers take', async () => {
    const uses = oddDefinitions.flatMap(({ title, contents }, index) =>
      contents.flatMap((content, at) => {
        // Null stands for an absent field where it isn't allowed, which no type says.
        if (answers.get(title)?.[at] !== undefined || JSON.stringify(content).includes('null')) return [];
        const { status: _, ...props } = content;
        return [`export const odd${index}_${at}: Odd${index}Props = ${JSON.stringify(props)};`];
      }),
    );
    const types = oddDefinitions.map((_, index) => `Odd${index}Props`).join(', ');
    const entryPoint = `'./imports/${group}/v1/index.ts'`;
    await project.write(
      'use.ts',
      [`import type { ${types} } from ${entryPoint};`, `export type { ${types} };`, ...uses].join('\n'),
    );
    assert.equal(await project.complaints(), '');
  });
});

/** A class of an import, as far as these tests use it. */
interface ImportedClass {
  validate(input: object): ResourceValidation;
}

function isImportedClass(value: unknown): value is ImportedClass {
  return typeof value === 'function' && 'validate' in value;
}

/** What an API server has against an object. */
interface Refusal {
  readonly message: string;
  readonly fields: readonly string[];
}

/** Undefined if it has nothing against it. */
async function refusal(client: Client, kind: Kind, content: JsonObject): Promise<Refusal | undefined> {
  const object: KubernetesObject = {
    ...content,
    apiVersion: `${group}/v1`,
    kind: kind.kind,
    metadata: { name: 'odd', namespace: 'default' },
  };
  try {
    await client.create(kind, object, { dryRun: true });
    return undefined;
  } catch (error) {
    if (!ApiError.is(error)) throw error;
    // What isn't known is told in words alone.
    const fields = error.causes.map(({ field = '' }) => (field === '<nil>' ? '' : field));
    return { message: error.serverMessage, fields: fields.length === 0 ? [''] : fields };
  }
}

/** A path as API servers write it: names stand behind a dot, whatever is in them. */
function asThere(path: string): string {
  return path.replace(/\["(.*?)"\]/g, '.$1');
}

/** Whether two paths are one, or one lies in the other: what is missing is told of the field, or of what it is missing in. */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
