import { builtInSamples, namedSample } from '../../../.config/built-in-sample.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import { metadataTexts } from '../../../lib/built-in/index.ts';
import { fieldsAt, objectList, textMap, withFields } from '../../../lib/schema/index.ts';
import { builtInDiscovery } from '../../../lib/testing/embedded/built-in/built-in-types.ts';
import { until } from '../../until.ts';
import { type ConformanceCase, metadataOf, objectOf } from '../session.ts';
import { collectionPath, withAccount } from './built-in-path.ts';

/** A certificate request needs a signed body. While the server of an APIService is away, no namespace can be deleted. */
const unsampled = ['apiregistration.k8s.io/v1/apiservices', 'certificates.k8s.io/v1/certificatesigningrequests'];

const resources = Object.entries(builtInDiscovery.resources)
  .flatMap(([root, served]) => served.map(({ name }) => `${root.replace(/^\/apis?\//, '')}/${name}`))
  .filter((resource) => resource.endsWith('/status'))
  .map((resource) => resource.replace(/\/status$/, ''))
  .filter((resource) => !unsampled.includes(resource));

const labelled = { labels: { old: 'x' }, annotations: { 'example.com/old': 'x' } };
const written: JsonObject = {
  labels: { new: 'x' },
  annotations: { 'example.com/new': 'x' },
  finalizers: ['example.com/new'],
  ownerReferences: [
    { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: '99999999-0000-4000-8000-000000000000' },
  ],
};

/** Updates of the status of all kinds that change the rest of the object also, in a dry run. */
export const builtInStatusCases: readonly ConformanceCase[] = resources.map((resource) => ({
  title: `keeps what belongs to no status of ${resource}`,
  run: async (session) => {
    await withAccount(session);
    const name = session.namespace.slice(-40).replace(/^[^a-z]+/, '');
    const [sample = definition(name)] = Object.values(builtInSamples[resource] ?? {});
    const object = namedSample(
      { ...sample, metadata: { name, ...metadataOf(sample), ...labelled } },
      session.namespace,
    );
    const path = `${collectionPath(session, resource)}/${String(metadataOf(object).name)}`;
    await session.unrecorded('POST', collectionPath(session, resource), object);
    await until('no controller writes between the requests', async () => {
      const live = objectOf(await session.unrecorded('GET', path));
      const next = { ...withFields(live, { spec: undefined }), metadata: { ...metadataOf(live), ...written } };
      const { status, body } = await session.unrecorded(
        'PUT',
        `${path}/status?dryRun=All&fieldManager=conformance`,
        next,
      );
      if (status !== 409) session.note(`response ${status}`, status === 200 && isJsonObject(body) ? rest(body) : body);
      return status !== 409;
    });
    await session.unrecorded('DELETE', path);
  },
}));

/** Returns the fields that no controller writes between the requests. */
function rest(object: JsonObject): JsonObject {
  const { labels = null, ownerReferences = null, generation = null, ...metadata } = metadataOf(object);
  const managers = objectList(metadata.managedFields).filter(({ manager }) => manager === 'conformance');
  const isOwn = (name: JsonValue) => String(name).startsWith('example.com/');
  return {
    ...{ labels, ownerReferences, generation, spec: withFields(fieldsAt(object, 'spec'), { taints: undefined }) },
    annotations: Object.keys(textMap(metadata.annotations)).filter(isOwn),
    finalizers: metadataTexts(object, 'finalizers').filter(isOwn),
    managers: managers.map(({ subresource = '', fieldsV1 = null }) => [subresource, fieldsV1]),
  };
}

function definition(name: string): JsonObject {
  const group = `${name}.example.com`;
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
