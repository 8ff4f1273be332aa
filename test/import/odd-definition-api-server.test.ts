// Unusual CRDs: their modules compile, accept the values that API servers accept, and validate objects in the same way.

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
import type { ControlPlane } from '../../lib/testing/index.ts';
import { sharedControlPlane } from '../shared-control-plane.ts';
import { untilEstablished } from '../until-established.ts';
import { definition } from './definition.ts';
import { oddDefinitions } from './odd-definition.ts';
import { Project } from './project.ts';

const group = 'example.com';

describe('odd definitions', { timeout: 600_000 }, () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let project: Project;
  /** The validation error of the API server for each content, by the title of the CRD. */
  const responses = new Map<string, readonly (Refusal | undefined)[]>();

  before(async () => {
    project = await Project.create();
    await project.import(oddDefinitions.map(({ schema }, index) => definition({ kind: `Odd${index}`, schema })));
    controlPlane = await sharedControlPlane();
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
      responses.set(title, await Promise.all(contents.map((content) => refusal(client, kind, content))));
    }
  });

  after(async () => {
    await client.close();
    await project[Symbol.asyncDispose]();
  });

  it('modules of unusual definitions compile', async () => {
    assert.equal(await project.compilerErrors(), '');
  });

  for (const [index, { title, contents }] of oddDefinitions.entries()) {
    it(`a module of an unusual definition validates as the API server does: ${title}`, async () => {
      const module = await project.load(`imports/${group}/v1/index.ts`);
      const found = module[`Odd${index}`];
      assert.ok(isImportedClass(found));
      const differences = contents.flatMap((content, at) => {
        const expected = responses.get(title)?.[at];
        const { findings } = found.validate({ metadata: { name: 'odd' }, ...content });
        const isSamePlace = findings.every(({ path }) =>
          expected?.fields.some((field) => isNear(apiServerPath(path), field)),
        );
        return findings.length > 0 === (expected !== undefined) && isSamePlace ? [] : [{ content, findings, expected }];
      });
      assert.deepEqual(differences, []);
    });
  }

  it('modules of unusual definitions have types for the values that the API server accepts', async () => {
    const uses = oddDefinitions.flatMap(({ title, contents }, index) =>
      contents.flatMap((content, at) => {
        // An API server drops null where it isn't allowed, which types can't express.
        if (responses.get(title)?.[at] !== undefined || JSON.stringify(content).includes('null')) return [];
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
    assert.equal(await project.compilerErrors(), '');
  });
});

/** The members of an imported class that these tests use. */
interface ImportedClass {
  validate(input: object): ResourceValidation;
}

function isImportedClass(value: unknown): value is ImportedClass {
  return typeof value === 'function' && 'validate' in value;
}

/** A validation error of an API server. */
interface Refusal {
  readonly message: string;
  readonly fields: readonly string[];
}

/** Returns undefined if the API server accepts the object. */
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
    // An unknown field is only in the message.
    const fields = error.causes.map(({ field = '' }) => (field === '<nil>' ? '' : field));
    return { message: error.serverMessage, fields: fields.length === 0 ? [''] : fields };
  }
}

/** Returns a path as API servers write it: names follow a dot, whatever they contain. */
function apiServerPath(path: string): string {
  return path.replace(/\["(.*?)"\]/g, '.$1');
}

/**
 * Returns true if two paths are equal or one contains the other: a missing field is reported for itself or for its
 * parent.
 */
function isNear(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
