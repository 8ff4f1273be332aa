// In: JSON with Secrets. Out: the same JSON, with the values of Secrets replaced. Called for each line of a trace,
// and for the Secrets that a replay renders.

import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../api/index.ts';

/** The shortest value that is replaced outside of Secrets, too. A shorter one may be any word, such as a port. */
const shortestSearched = 12;

/** The largest number of values that are replaced outside of Secrets: each costs a search of the whole line. */
const mostSearched = 200;

const redactedForm = /^redacted:[0-9a-f]{4}$/;

/**
 * Replaces the values of Secrets. Equal values are replaced by the same text, so a value that a child takes from a Secret is the
 * same in a recording and in its replay.
 *
 * That text has 16 bits of the value's digest. They show most changes of a value, and don't help to guess it.
 *
 * Values of {@link shortestSearched} characters or more are replaced in all strings, also within other Secrets' values.
 */
export class SecretRedaction {
  /** Text → its redacted form; the longest texts first. */
  readonly #searched: (readonly [text: string, redacted: string])[] = [];

  /** @param value - JSON with all Secrets whose values are to be replaced. @throws RangeError if it has too many. */
  constructor(value: unknown) {
    const values = new Set(secretsIn(value).flatMap(valuesOf));
    const texts = [...values].filter((text) => text.length >= shortestSearched && !redactedForm.test(text));
    if (texts.length > mostSearched) throw new RangeError(`more than ${mostSearched} values of Secrets`);
    // A value that contains another one is redacted after that one.
    for (const text of texts.sort((one, other) => one.length - other.length)) {
      const replacement = redactedText(this.#replaced(text));
      const forms = new Set([text, JSON.stringify(text).slice(1, -1), base64(text)]);
      for (const form of forms)
        this.#searched.unshift([form, form === base64(text) ? base64(replacement) : replacement]);
    }
  }

  /** Returns the JSON without the values of Secrets. */
  of<Value>(value: Value): Value {
    // The same JSON with other strings.
    return this.#redacted(value) as Value;
  }

  #redacted(value: unknown): unknown {
    if (typeof value === 'string') return this.#replaced(value);
    if (Array.isArray(value)) return value.map((item) => this.#redacted(item));
    if (!isJsonObject(value)) return value;
    const fields = Object.entries(value).map(([name, field]) => [name, this.#redacted(field)]);
    return { ...Object.fromEntries(fields), ...(isSecret(value) && this.#secretFields(value)) };
  }

  #secretFields({ data, stringData, metadata }: JsonObject): object {
    return {
      ...(isJsonObject(data) && { data: redactedFields(data, (text) => base64(this.#redactedValue(decoded(text)))) }),
      ...(isJsonObject(stringData) && { stringData: redactedFields(stringData, (text) => this.#redactedValue(text)) }),
      ...(isJsonObject(metadata) && { metadata: this.#redacted(withoutLastApplied(metadata)) }),
    };
  }

  #redactedValue(text: string): string {
    const replaced = this.#replaced(text);
    return redactedForm.test(replaced) ? replaced : redactedText(replaced);
  }

  #replaced(text: string): string {
    return this.#searched.reduce((changed, [from, to]) => changed.replaceAll(from, () => to), text);
  }
}

/** `kubectl apply` keeps a copy of the whole Secret in this annotation. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

function withoutLastApplied(metadata: JsonObject): JsonObject {
  const { annotations } = metadata;
  if (!isJsonObject(annotations) || annotations[lastApplied] === undefined) return metadata;
  return { ...metadata, annotations: { ...annotations, [lastApplied]: 'redacted' } };
}

function redactedFields(fields: JsonObject, replacement: (text: string) => string): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typeof field === 'string' ? replacement(field) : null]),
  );
}

/** Returns the Secrets in a value: objects, and the bodies of requests. */
function secretsIn(value: unknown): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(secretsIn);
  if (!isJsonObject(value)) return [];
  return isSecret(value) ? [value] : Object.values(value).flatMap(secretsIn);
}

/** A patch of a Secret has the Secret's name beside its body: see `requestJson`. */
function isSecret({ apiVersion, kind }: JsonObject): boolean {
  return apiVersion === 'v1' && kind === 'Secret';
}

function valuesOf({ data, stringData }: JsonObject): string[] {
  const encoded = isJsonObject(data) ? Object.values(data).filter((text) => typeof text === 'string') : [];
  const plain = isJsonObject(stringData) ? Object.values(stringData).filter((text) => typeof text === 'string') : [];
  return [...encoded.map(decoded), ...plain];
}

/** The text of a value or, of bytes that aren't UTF-8, their base64. */
function decoded(value: string): string {
  const text = Buffer.from(value, 'base64').toString();
  return base64(text) === value ? text : value;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function redactedText(text: string): string {
  return `redacted:${hash('sha256', text).slice(0, 4)}`;
}
