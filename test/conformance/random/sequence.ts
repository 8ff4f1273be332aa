import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/api/index.ts';
import type { Session } from '../session.ts';
import type { RandomKind } from './kind.ts';
import type { Operation } from './operation.ts';

/** The object that each namespace gets in some clusters. */
const withoutAuthority = 'metadata.name!=kube-root-ca.crt';
/** The last object of each collection, by whose event a watch ends. */
const lastName = 'z';

/** Sends the requests of a sequence, then compares lists and watches of all collections. */
export async function performSequence(
  session: Session,
  kinds: readonly RandomKind[],
  operations: readonly Operation[],
): Promise<void> {
  const { body } = await session.unrecorded('GET', session.path('configmaps'));
  const start = metadataOf(body, 'resourceVersion');
  for (const operation of operations) await perform(session, operation);
  const written = new Set(operations.map(({ resource }) => resource));
  for (const kind of kinds.filter(({ resource }) => written.has(resource))) {
    await list(session, kind.resource, {});
    await watch(session, kind, start);
  }
}

async function perform(session: Session, operation: Operation): Promise<void> {
  const { verb, resource, name, subresource, query = {}, form = 'merge' } = operation;
  const path = session.path(resource, name) + (subresource === undefined ? '' : `/${subresource}`);
  const target = path + queryText(query);
  const body = operation.body === undefined ? null : await written(session, operation, operation.body);
  switch (verb) {
    case 'create':
      await session.post(target, body);
      return;
    case 'get':
      await session.get(target);
      return;
    case 'list':
      await list(session, resource, query);
      return;
    case 'update':
      await session.put(target, body);
      return;
    case 'patch':
      await session.patch(form, target, body);
      return;
    case 'delete':
      await session.delete(target, isJsonObject(body) ? body : {});
      await collect(session, resource);
      return;
    case 'deletecollection':
      await session.delete(path + queryText(selected(query)), isJsonObject(body) ? body : {});
      await collect(session, resource);
  }
}

/** Returns a body with what the live object has. */
async function written(
  session: Session,
  { verb, resource, name, subresource }: Operation,
  body: JsonValue,
): Promise<JsonValue> {
  if (name === undefined || !(JSON.stringify(body).includes('$') || verb === 'update')) return body;
  const scale = subresource === 'scale' ? '/scale' : '';
  const { body: live } = await session.unrecorded('GET', session.path(resource, name) + scale);
  const [uid, version] = [metadataOf(live, 'uid'), metadataOf(live, 'resourceVersion')];
  const known = JSON.parse(
    JSON.stringify(body).replaceAll('"$uid"', JSON.stringify(uid)).replaceAll('"$version"', JSON.stringify(version)),
  ) as JsonValue;
  if (verb !== 'update' || !isJsonObject(known)) return known;
  if (subresource === 'status')
    return isJsonObject(live) && live.kind !== 'Status' ? { ...live, status: known.status ?? {} } : known;
  const isBare = isJsonObject(known.metadata) && Object.keys(known.metadata).length === 0;
  const metadata = isJsonObject(live) && live.kind !== 'Status' ? (live.metadata ?? {}) : { name };
  return isBare ? { ...known, metadata } : known;
}

async function list(session: Session, resource: string, query: Readonly<Record<string, string>>): Promise<void> {
  let token = '';
  do {
    const page = { ...selected(query), ...(token !== '' && { continue: token }) };
    const { body } = await session.get(session.path(resource) + queryText(page));
    token = metadataOf(body, 'continue');
  } while (token !== '');
}

/** Creates a last object, and compares all events up to that of its creation. */
async function watch(
  session: Session,
  { resource, apiVersion, kind, least }: RandomKind,
  start: string,
): Promise<void> {
  const last = { apiVersion, kind, metadata: { name: lastName }, ...least };
  const query = { watch: '1', resourceVersion: start, fieldSelector: withoutAuthority };
  const { status, body } = await session.post(session.path(resource), last);
  // A kind with two versions has its last object already.
  if (status !== 201 && status !== 409) throw new Error(`the smallest ${kind} is refused: ${JSON.stringify(body)}`);
  await session.watch(
    session.path(resource) + queryText(query),
    (event) => isJsonObject(event) && metadataOf(event.object ?? null, 'name') === lastName,
  );
}

/** Ends the deletions that wait for dependents, of which there are none: no garbage collector runs beside the real API server. */
async function collect(session: Session, resource: string): Promise<void> {
  for (const name of ['a', 'b']) {
    const path = session.path(resource, name);
    const { body } = await session.unrecorded('GET', path);
    const finalizers = isJsonObject(body) && isJsonObject(body.metadata) ? body.metadata.finalizers : undefined;
    if (!Array.isArray(finalizers)) continue;
    const left = finalizers.filter((each) => each !== 'foregroundDeletion' && each !== 'orphan');
    if (left.length === finalizers.length) continue;
    const patch = { metadata: { finalizers: left } };
    await session.unrecorded('PATCH', path, patch, { contentType: 'application/merge-patch+json' });
  }
}

function selected(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { fieldSelector } = query;
  return {
    ...query,
    fieldSelector: fieldSelector === undefined ? withoutAuthority : `${fieldSelector},${withoutAuthority}`,
  };
}

function queryText(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}

function metadataOf(body: JsonValue, field: string): string {
  const metadata: JsonObject = isJsonObject(body) && isJsonObject(body.metadata) ? body.metadata : {};
  const value = metadata[field];
  return typeof value === 'string' ? value : '';
}
