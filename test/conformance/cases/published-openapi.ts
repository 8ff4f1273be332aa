import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import { type ConformanceCase, objectOf, patchTypes, type Session } from '../session.ts';
import { definition, definitions, groupOf } from './definition.ts';

type Schemas = Readonly<Record<string, JsonValue>>;

/** Returns the published schemas of the group of a case, without the texts of the fields of every object. */
async function published(session: Session): Promise<Schemas> {
  const { definitions: schemas } = objectOf(await session.unrecorded('GET', '/openapi/v2'));
  return Object.fromEntries(Object.entries(ownSchemas(session, schemas)).filter(([name]) => !name.endsWith('List')));
}

function ownSchemas(session: Session, schemas: JsonValue | undefined): Schemas {
  const start = `${groupOf(session).split('.').toReversed().join('.')}.`;
  return Object.fromEntries(
    Object.entries(isJsonObject(schemas) ? schemas : {})
      .filter(([name]) => name.startsWith(start))
      .map(([name, schema]) => [name.slice(start.length), withoutTexts(isJsonObject(schema) ? schema : {})]),
  );
}

/** Returns the schemas of kinds and of their lists in the OpenAPI v3 documents of their versions, when these have all kinds. */
async function publishedV3(session: Session, names: readonly string[]): Promise<Schemas> {
  const found: Record<string, JsonValue> = {};
  for (const [version, kinds] of Map.groupBy(names, (name) => name.slice(0, name.indexOf('.')))) {
    const path = `/openapi/v3/apis/${groupOf(session)}/${version}`;
    await session.until(`${path} has ${kinds.join(', ')}`, path, ({ info = null, components }) => {
      const schemas = ownSchemas(session, isJsonObject(components) ? components.schemas : {});
      found[version] = { info, ...schemas };
      return kinds.every((kind) => Object.hasOwn(schemas, kind));
    });
  }
  return found;
}

function withoutTexts(schema: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const plain = Object.entries(properties).map(([name, field]) => {
    const { description: _, ...rest } = isJsonObject(field) ? field : {};
    return [name, ['apiVersion', 'items', 'kind', 'metadata'].includes(name) ? rest : field];
  });
  return { ...schema, properties: Object.fromEntries(plain) };
}

/** Waits until the schemas of some kinds are published, such as `v1.Gadget`, and compares them. */
async function shown(session: Session, ...names: readonly string[]): Promise<void> {
  let found: Schemas = {};
  for (let isPublished = false; !isPublished; ) {
    found = await published(session);
    isPublished = names.length === Object.keys(found).length && names.every((name) => Object.hasOwn(found, name));
  }
  session.note('the published schemas', found);
  session.note('the schemas of each version', await publishedV3(session, names));
}

const spec = {
  type: 'object',
  description: 'The wanted state.',
  required: ['bars', 'maybe'],
  properties: {
    bars: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', pattern: '^[a-z]+$' }, age: { type: 'string' } },
      },
    },
    maybe: { type: 'object', nullable: true, properties: { x: { type: 'integer' } } },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { x: { type: 'integer' } } },
    port: { 'x-kubernetes-int-or-string': true },
    one: { type: 'object', properties: { a: { type: 'string' } }, oneOf: [{ required: ['a'] }, { required: [] }] },
    map: { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
  },
};

const versions = (...names: readonly string[]) =>
  names.map((name, index) => ({
    name,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
  }));

interface Published {
  readonly title: string;
  readonly schema?: JsonObject;
  readonly spec?: JsonObject;
  readonly names: readonly string[];
  /** Changes the definition; then other schemas are published. */
  readonly change?: { readonly spec: JsonObject; readonly names: readonly string[] };
}

const free = { 'x-kubernetes-preserve-unknown-fields': true };

const openApiKinds: readonly Published[] = [
  { title: 'a kind with a schema', schema: { properties: { spec } }, names: ['v1.Gadget'] },
  { title: 'a kind without a schema', schema: free, names: ['v1.Gadget'] },
  {
    title: 'a kind that keeps unknown fields at its root',
    schema: { ...free, properties: { spec } },
    names: ['v1.Gadget'],
  },
  {
    title: 'a kind that keeps unknown fields of an embedded object',
    schema: { properties: { spec: { type: 'object', properties: { free: { type: 'object', ...free } } } } },
    names: ['v1.Gadget'],
  },
  { title: 'two versions of a kind', spec: { versions: versions('v2', 'v3') }, names: ['v2.Gadget', 'v3.Gadget'] },
  {
    title: 'a renamed version of a kind',
    spec: { versions: versions('v2', 'v3') },
    names: ['v2.Gadget', 'v3.Gadget'],
    change: { spec: { versions: versions('v2', 'v4') }, names: ['v2.Gadget', 'v4.Gadget'] },
  },
  {
    title: 'no version that is not served',
    spec: { versions: versions('v5', 'v6') },
    names: ['v5.Gadget', 'v6.Gadget'],
    change: {
      spec: { versions: versions('v5', 'v6').map((each) => ({ ...each, served: each.storage })) },
      names: ['v5.Gadget'],
    },
  },
];

/** The steps of Kubernetes' conformance tests of the OpenAPI v2 document of custom kinds, and the same for v3. */
export const publishedOpenApiCases: readonly ConformanceCase[] = [
  ...openApiKinds.map(
    ({ title, names, change, ...options }): ConformanceCase => ({
      title: `publishes ${title}`,
      run: async (session) => {
        const made = definition(session, options);
        await session.unrecorded('POST', definitions, made);
        await shown(session, ...names);
        if (change === undefined) return;
        const { name } = made.metadata as { name: string };
        const contentType = patchTypes.merge;
        await session.unrecorded('PATCH', `${definitions}/${name}`, { spec: change.spec }, { contentType });
        await shown(session, ...change.names);
      },
    }),
  ),
  {
    title: 'publishes two kinds of a group and version',
    run: async (session) => {
      for (const [plural, kind] of [
        ['gadgets', 'Gadget'],
        ['gizmos', 'Gizmo'],
      ] as const) {
        const made = definition(session, {
          plural,
          spec: { names: { plural, kind } },
          schema: { properties: { spec } },
        });
        await session.unrecorded('POST', definitions, made);
      }
      await shown(session, 'v1.Gadget', 'v1.Gizmo');
    },
  },
];
