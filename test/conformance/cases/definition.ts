import type { JsonObject } from '../../../lib/api/index.ts';
import { conditionOf } from '../../../lib/testing/embedded/condition.ts';
import { ConversionWebhook } from '../conversion-webhook.ts';
import { type ConformanceCase, objectOf, type Session } from '../session.ts';

/** The path of definitions. */
export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Returns the group of a case's own kinds. */
export function groupOf(session: Session): string {
  return `${session.namespace}.example.com`;
}

/** The parts of a definition that differ from those of most. */
interface DefinitionOptions {
  readonly plural?: string;
  readonly spec?: JsonObject;
  readonly schema?: JsonObject;
}

/** Returns a definition of the kind Gadget in the case's own group. */
export function definition(
  session: Session,
  { plural = 'gadgets', spec = {}, schema = {} }: DefinitionOptions = {},
): JsonObject {
  const group = groupOf(session);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { plural, kind: 'Gadget' },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', ...schema } } },
      ],
      ...spec,
    },
  };
}

/** Waits until a definition is established and its kind is served: real servers also serve it a moment before. */
export async function established(session: Session, name: string, objects: string): Promise<void> {
  const isEstablished = (body: JsonObject) => conditionOf(body, 'Established')?.status === 'True';
  await session.until('the definition is established', `${definitions}/${name}`, isEstablished);
  await session.until('the kind is served', objects, (_, status) => status === 200);
}

/** Creates a definition, and waits until it is established. */
export async function defined(
  session: Session,
  options: { readonly spec?: JsonObject; readonly schema?: JsonObject } = {},
): Promise<string> {
  const created = await session.post(definitions, definition(session, options));
  const { name } = objectOf(created).metadata as { name: string };
  await established(session, name, `/apis/${groupOf(session)}/v1/gadgets`);
  return name;
}

/** Returns a custom resource of the kind Gadget. */
export function gadget(session: Session, name: string, spec: JsonObject = {}, version = 'v1'): JsonObject {
  return { apiVersion: `${groupOf(session)}/${version}`, kind: 'Gadget', metadata: { name }, spec };
}

/** Returns two versions with one schema; the first one is stored. */
export const versions = (schema: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }) => [
  { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } },
  { name: 'v2', served: true, storage: false, schema: { openAPIV3Schema: schema } },
];

/** Definitions of custom kinds. */
export const definitionCases: readonly ConformanceCase[] = [
  {
    title: 'establishes a definition',
    run: async (session) => {
      const name = await defined(session);
      await session.get(`${definitions}/${name}`);
      const group = `/apis/${groupOf(session)}`;
      await session.until('the group is discovered', group, (_, status) => status === 200);
      await session.get(group);
    },
  },
  {
    title: 'reports names that another definition has',
    run: async (session) => {
      await defined(session);
      await session.post(definitions, definition(session, { plural: 'gizmos' }));
      const path = `${definitions}/gizmos.${groupOf(session)}`;
      await session.until(
        'the names are refused',
        path,
        ({ status }) => ((status as JsonObject).conditions ?? null) !== null,
      );
      await session.get(path);
    },
  },
  {
    title: 'ends the watches of a definition whose spec changes',
    run: async (session) => {
      const name = await defined(session, { schema: { 'x-kubernetes-preserve-unknown-fields': true } });
      const list = `/apis/${groupOf(session)}/v1/gadgets`;
      await session.watch(`${list}?watch=1&timeoutSeconds=3600`, 9, async () => {
        await session.patch('merge', `${definitions}/${name}`, { spec: { versions: versions() } });
      });
    },
  },
  {
    title: 'deletes the custom resources of a deleted definition',
    run: async (session) => {
      const name = await defined(session, { schema: { 'x-kubernetes-preserve-unknown-fields': true } });
      const objects = `/apis/${groupOf(session)}/v1/gadgets`;
      await session.post(objects, gadget(session, 'a'));
      await session.unrecorded('DELETE', `${definitions}/${name}`);
      await session.until('the definition is gone', `${definitions}/${name}`, (_, status) => status === 404);
      await session.until('the kind is gone', objects, (_, status) => status === 404);
    },
  },
  ...(
    [
      ['another name', (session) => ({ ...definition(session), metadata: { name: 'other.example.com' } })],
      ['no version', (session) => definition(session, { spec: { versions: [] } })],
      [
        'two storage versions',
        (session) =>
          definition(session, { spec: { versions: versions().map((version) => ({ ...version, storage: true })) } }),
      ],
    ] satisfies readonly (readonly [string, (session: Session) => JsonObject])[]
  ).map(
    ([what, made]): ConformanceCase => ({
      title: `refuses a definition with ${what}`,
      run: async (session) => {
        await session.post(definitions, made(session));
      },
    }),
  ),
  {
    title: 'serves versions without conversion',
    run: async (session) => {
      await defined(session, { spec: { versions: versions() } });
      const objects = (version: string) => `/apis/${groupOf(session)}/${version}/gadgets`;
      await session.post(objects('v1'), gadget(session, 'a', { x: 1 }));
      await session.until('the second version is served', objects('v2'), (_, status) => status === 200);
      await session.get(`${objects('v2')}/a`);
      await session.get(objects('v2'));
      await session.post(objects('v2'), gadget(session, 'b', { y: 1 }, 'v2'));
      await session.patch('merge', `${objects('v2')}/a`, { spec: { y: 2 } });
      await session.patch('apply', `${objects('v2')}/a?fieldManager=me`, gadget(session, 'a', { z: 1 }, 'v2'));
      await session.patch('apply', `${objects('v1')}/a?fieldManager=me`, gadget(session, 'a', { z: 2 }));
      await session.get(`${objects('v1')}/a`);
    },
  },
  {
    title: 'converts versions by a webhook',
    run: async (session) => {
      await using webhook = await ConversionWebhook.start();
      const { clientConfig } = webhook;
      const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
      await session.unrecorded(
        'POST',
        definitions,
        definition(session, { spec: { versions: versions(), conversion } }),
      );
      const objects = (version: string) => `/apis/${groupOf(session)}/${version}/gadgets`;
      await session.until('both versions are served', objects('v1'), (_, status) => status === 200);
      await session.until('both versions are served', objects('v2'), (_, status) => status === 200);
      await session.post(objects('v1'), gadget(session, 'a', { size: 1 }));
      await session.get(`${objects('v2')}/a`);
      await session.post(objects('v2'), gadget(session, 'b', { big: 2 }, 'v2'));
      await session.get(`${objects('v1')}/b`);
      await session.get(objects('v2'));
      await session.patch('apply', `${objects('v2')}/b?fieldManager=me`, gadget(session, 'b', { big: 4 }, 'v2'));
      await session.watch(`${objects('v2')}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`, 2);
      await session.post(objects('v2'), gadget(session, 'c', { bad: true }, 'v2'));
      await session.post(objects('v1'), gadget(session, 'd', { bad: true }));
      await session.get(`${objects('v2')}/d`);
      // The embedded server compares fields in the version of the request only, so the owners of v1 differ.
      const patch = { contentType: 'application/merge-patch+json' };
      const { body, status } = await session.unrecorded('PATCH', `${objects('v2')}/a`, { spec: { big: 3 } }, patch);
      session.steps.push({
        request: 'a patch of a field that v1 owns',
        status,
        body: (body as JsonObject).spec ?? null,
      });
      const stored = await session.unrecorded('GET', `${objects('v1')}/a`);
      session.steps.push({ request: 'the stored field', body: (stored.body as JsonObject).spec ?? null });
    },
  },
  {
    title: 'evaluates rules of the outermost object',
    run: async (session) => {
      const rules = [{ rule: "self.metadata.name.startsWith('g')", message: 'the name must begin with g' }];
      await defined(session, { schema: { 'x-kubernetes-validations': rules } });
      await session.post(`/apis/${groupOf(session)}/v1/gadgets`, gadget(session, 'a'));
      await session.post(`/apis/${groupOf(session)}/v1/gadgets`, gadget(session, 'ga'));
    },
  },
  {
    title: 'tolerates what an unchanged value breaks',
    run: async (session) => {
      const limited = (maximum: number): JsonObject => ({
        properties: {
          spec: { type: 'object', properties: { size: { type: 'integer', maximum }, other: { type: 'integer' } } },
        },
      });
      const name = await defined(session, { schema: limited(10) });
      const objects = `/apis/${groupOf(session)}/v1/gadgets`;
      await session.post(objects, gadget(session, 'a', { size: 9 }));
      const tight = definition(session, { schema: limited(5) });
      await session.unrecorded(
        'PATCH',
        `${definitions}/${name}`,
        { spec: tight.spec ?? {} },
        { contentType: 'application/merge-patch+json' },
      );
      for (let refused = false; !refused; ) {
        const { status } = await session.unrecorded(
          'POST',
          `${objects}?dryRun=All`,
          gadget(session, 'probe', { size: 9 }),
        );
        refused = status === 422;
      }
      await session.patch('merge', `${objects}/a`, { spec: { other: 1 } });
      await session.patch('merge', `${objects}/a`, { spec: { size: 8 } });
    },
  },
];
