import { dirname, resolve } from 'node:path';
import { fieldsAt, type JsonObject } from '../../schema/index.ts';
import { CredentialsError } from './credentials.ts';

/** One cluster, user or context of a kubeconfig. */
export class KubeconfigEntry {
  /** The title in messages: `user "admin" in /home/ada/.kube/config`. */
  readonly title: string;
  readonly #fields: JsonObject;
  readonly #origin: { readonly title: string; readonly file: string };

  constructor(fields: JsonObject, origin: { readonly title: string; readonly file: string }) {
    this.title = `${origin.title} in ${origin.file}`;
    this.#fields = fields;
    this.#origin = origin;
  }

  /** Returns the fields of a map in this entry, with the entry's title and paths; empty if it isn't a map. */
  part(field: string): KubeconfigEntry {
    return new KubeconfigEntry(fieldsAt(this.#fields, field), this.#origin);
  }

  /** Returns a text field; undefined if it is absent or empty. @throws CredentialsError if it isn't text. */
  text(field: string): string | undefined {
    const value = this.#fields[field] ?? '';
    if (typeof value !== 'string')
      throw new CredentialsError(`${this.title} has a ${field} that is not text: put it in quotes`);
    return value === '' ? undefined : value;
  }

  /** Returns the absolute form of a path in this entry: relative paths start at the directory of the entry's file. */
  absolute(path: string): string {
    return resolve(dirname(this.#origin.file), path);
  }

  /** Returns true if the field is `true`. */
  flag(field: string): boolean {
    return this.#fields[field] === true;
  }

  /** Returns a field of any form. */
  value(field: string): unknown {
    return this.#fields[field];
  }

  /** Returns an error about this entry. */
  error(problem: string, cause?: unknown): CredentialsError {
    return new CredentialsError(`${this.title} ${problem}`, cause === undefined ? {} : { cause });
  }
}
