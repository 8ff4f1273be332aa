import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api/index.ts';

/** Fields whose values are times. */
const times: ReadonlySet<string> = new Set([
  'creationTimestamp',
  'deletionTimestamp',
  'expirationTimestamp',
  'lastPhaseTransitionTime',
  'lastTransitionTime',
  'time',
]);

/** Fields whose values a server allocates. */
const ports: ReadonlySet<string> = new Set(['healthCheckNodePort', 'nodePort']);

/**
 * Replaces what differs between any two servers: uids and resource versions by their order of appearance, so that equal ones
 * stay equal; times and tokens of lists by words. Puts lists into one order whose order depends on times or on Go's maps.
 */
export class Transcript {
  readonly #uids = new Map<string, string>();
  readonly #versions = new Map<string, string>();
  readonly #names = new Map<string, string>();

  /** Returns a response in the common form. */
  normal(value: JsonValue): JsonValue {
    this.#collect(value);
    return this.#normal(value, '');
  }

  /** Numbers the uids, versions and generated names of a value. */
  #collect(value: JsonValue, field = ''): void {
    if (Array.isArray(value)) for (const item of value) this.#collect(item, field);
    if (isJsonObject(value)) {
      const { name, generateName } = value;
      if (typeof generateName === 'string' && typeof name === 'string' && name !== '' && !this.#names.has(name)) {
        this.#names.set(name, `${generateName}<name-${this.#names.size + 1}>`);
      }
      const fields = isList(value) ? { ...value, metadata: null } : value;
      for (const key of Object.keys(fields).toSorted()) this.#collect(fields[key] ?? null, key);
    }
    if (typeof value !== 'string' || value === '') return;
    if (field === 'uid' && !this.#uids.has(value)) this.#uids.set(value, `<uid-${this.#uids.size + 1}>`);
    if (field === 'resourceVersion' && !this.#versions.has(value)) {
      this.#versions.set(value, `<version-${this.#versions.size + 1}>`);
    }
  }

  #normal(value: JsonValue, field: string): JsonValue {
    if (Array.isArray(value))
      return ordered(
        field,
        value.map((item: JsonValue) => (isAge(field, item) ? '<age>' : this.#normal(item, ''))),
      );
    if (isJsonObject(value)) return this.#object(value);
    if (typeof value === 'number' && ports.has(field)) return '<port>';
    if (typeof value !== 'string') return value;
    if (times.has(field)) return '<time>';
    if (field === 'token' && value.startsWith('ey')) return '<token>';
    if (field === 'resourceVersion') return this.#versions.get(value) ?? value;
    if (field === 'continue') return value === '' ? '' : '<token>';
    return this.#text(value);
  }

  #object(object: JsonObject): JsonObject {
    const fields = Object.entries(object).map(([name, value]): [string, JsonValue] => [
      this.#text(name),
      this.#normal(value, name),
    ]);
    const result = Object.fromEntries(fields);
    const { message, reason, type } = result;
    if (type === 'BOOKMARK') return { ...result, object: withoutVersions(withoutVersion(result.object)) };
    if (isList(result)) return withoutVersion(result);
    if (reason === 'Invalid' && typeof message === 'string') return { ...result, message: orderedMessage(message) };
    return result;
  }

  #text(text: string): string {
    let result = text;
    for (const [uid, name] of this.#uids) result = result.replaceAll(uid, name);
    for (const [name, generated] of this.#names) result = result.replaceAll(name, generated);
    for (const [version, name] of this.#versions) {
      result = result.replaceAll(`(${version})`, `(${name})`).replaceAll(`current: ${version}`, `current: ${name}`);
    }
    return result
      .replaceAll(/Invalid value: "\{\\"(?:[^"\\]|\\.)*"/g, 'Invalid value: <object>')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
      .replaceAll(/\bJTI=[-0-9a-f]{36}/g, 'JTI=<id>')
      .replaceAll(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g, '<uid>')
      .replaceAll(/in record \(\d+\)/g, 'in record (<version>)')
      .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:<port>')
      .replaceAll(/expected response\.uid=\\*"[^"\\]+\\*"/g, 'expected response.uid=<uid>')
      .replaceAll(/\b10\.96\.\d+\.\d+\b/g, '<address>')
      .replaceAll(/\bkube-api-access-[a-z0-9]{5}\b/g, 'kube-api-access-<name>')
      .replaceAll(/\bX_[a-z0-9]{5}\b/g, 'X_<name>')
      .replaceAll(/compilation failed: .*/gs, 'compilation failed: <error>')
      .replaceAll(/current: \d+/g, 'current: <version>')
      .replaceAll(/\d+ \(\d+\)/g, '<version> (<version>)');
  }
}

/** New objects have different ages in the tables of two servers. */
function isAge(field: string, cell: JsonValue): boolean {
  return field === 'cells' && typeof cell === 'string' && /^\d+s$/.test(cell);
}

function isList({ kind }: JsonObject): boolean {
  return typeof kind === 'string' && (kind.endsWith('List') || kind === 'Table');
}

/** The row of a bookmark's table has its version, too. */
function withoutVersions(object: JsonObject): JsonValue {
  const text = JSON.stringify(object, (name, value: unknown) => (name === 'resourceVersion' ? '<version>' : value));
  return JSON.parse(text) as JsonValue;
}

/** Bookmarks and lists have the version of the whole server, which controllers of the real one change meanwhile. */
function withoutVersion(value: JsonValue | undefined): JsonObject {
  const object = isJsonObject(value) ? value : {};
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  return { ...object, metadata: { ...metadata, resourceVersion: '<version>' } };
}

/** Lists without a fixed order. */
const unordered: ReadonlySet<string> = new Set(['causes', 'managedFields', 'nonResourceRules', 'resourceRules']);

/** The order of managers depends on seconds; that of causes on Go's maps. The real server repeats causes of updates. */
function ordered(field: string, items: readonly JsonValue[]): readonly JsonValue[] {
  if (!unordered.has(field)) return items;
  const sorted = items.toSorted((one, other) => (canonical(one) < canonical(other) ? -1 : 1));
  return sorted.filter((item, index) => index === 0 || canonical(item) !== canonical(sorted[index - 1] ?? null));
}

function orderedMessage(message: string): string {
  const found = /^(.* is invalid: )\[(.*)\]$/s.exec(message);
  if (found === null) return message;
  const [, start = '', list = ''] = found;
  const causes = list.split(/, (?=[-\w<>[\].]+: )/).toSorted();
  // The real server lists a repeated cause once, but in brackets.
  return causes.length === 1 ? `${start}${list}` : `${start}[${causes.join(', ')}]`;
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
