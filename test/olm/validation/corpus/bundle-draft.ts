import { stringify } from 'yaml';
import { BundleContent } from '../../../../lib/olm/content/index.ts';

/** The content of a file in a draft: data, written as YAML or JSON by the file's name, or text and bytes as they are. */
export type FileDraft = object | string | Uint8Array;

/** Data of whatever shape. */
interface Tree {
  [segment: string]: Tree;
}

/**
 * A bundle that is being written.
 *
 * Paths into files read as in findings: `spec.install.spec.deployments[0].name`, `metadata.annotations["olm.skipRange"]`.
 */
export class BundleDraft {
  readonly #files: Map<string, FileDraft>;

  constructor(files: Readonly<Record<string, FileDraft>>) {
    this.#files = new Map(Object.entries(files).map(([file, draft]) => [file, ownCopy(draft)]));
  }

  /** The paths of its files. */
  get files(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** A draft with the same files. */
  copy(): BundleDraft {
    return new BundleDraft(Object.fromEntries(this.#files));
  }

  /** Writes or replaces a file. */
  write(file: string, draft: FileDraft): void {
    this.#files.set(file, ownCopy(draft));
  }

  /** Takes a file away. */
  drop(file: string): void {
    if (!this.#files.delete(file)) throw new Error(`${file} isn't there`);
  }

  /** Gives a file another name. */
  move(file: string, name: string): void {
    const draft = this.#draft(file);
    this.drop(file);
    this.#files.set(name, draft);
  }

  /** A value of a file; empty for the whole of it. */
  get(file: string, path = ''): unknown {
    return segments(path).reduce<Tree | undefined>((tree, segment) => tree?.[segment], this.#tree(file));
  }

  /** Sets a field or an item. What leads to a field and isn't there is made. */
  set(file: string, path: string, value: unknown): void {
    const way = segments(path);
    const last = way.pop() ?? '';
    const parent = way.reduce<Tree>((tree, segment) => (tree[segment] ??= {}), this.#tree(file));
    parent[last] = value as Tree;
  }

  /** Takes a field or an item away, which must be there. */
  remove(file: string, path: string): void {
    const way = segments(path);
    const last = way.pop() ?? '';
    const parent = way.reduce<Tree | undefined>((tree, segment) => tree?.[segment], this.#tree(file));
    if (parent?.[last] === undefined) throw new Error(`${file} has no ${path}`);
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else Reflect.deleteProperty(parent, last);
  }

  /** Puts items at the end of a list, which is made if it isn't there. */
  append(file: string, path: string, ...items: readonly unknown[]): void {
    const list = this.get(file, path);
    this.set(file, path, [...(Array.isArray(list) ? list : []), ...items.map(unshared)]);
  }

  /** Puts other text in the place of some, which must be there, in the file as it is written. */
  replace(file: string, text: string, by: string): void {
    const whole = this.text(file);
    if (!whole.includes(text)) throw new Error(`${file} doesn't say ${text}`);
    this.#files.set(file, whole.replace(text, by));
  }

  /** A file as it is written. */
  text(file: string): string {
    return new TextDecoder().decode(written(file, this.#draft(file)));
  }

  /** The contents of its files. */
  content(): BundleContent {
    return new BundleContent(new Map([...this.#files].map(([file, draft]) => [file, written(file, draft)])));
  }

  #tree(file: string): Tree {
    const draft = this.#draft(file);
    if (typeof draft === 'string' || draft instanceof Uint8Array) throw new Error(`${file} is text, not data`);
    return draft as Tree;
  }

  #draft(file: string): FileDraft {
    const draft = this.#files.get(file);
    if (draft === undefined) throw new Error(`${file} isn't there`);
    return draft;
  }
}

/** A deep copy without shared parts: an edit of one file or item changes no other. */
function ownCopy(draft: FileDraft): FileDraft {
  return typeof draft === 'string' || draft instanceof Uint8Array
    ? structuredClone(draft)
    : (unshared(draft) as object);
}

function unshared(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function written(file: string, draft: FileDraft): Uint8Array {
  if (draft instanceof Uint8Array) return draft;
  if (typeof draft === 'string') return new TextEncoder().encode(draft);
  const text = file.endsWith('.json')
    ? JSON.stringify(draft, undefined, 2)
    : stringify(draft, { version: '1.1', aliasDuplicateObjects: false, lineWidth: 0 });
  return new TextEncoder().encode(text);
}

function segments(path: string): string[] {
  const found = path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g);
  return [...found].map(([, quoted, index, name]) => quoted ?? index ?? name ?? '');
}
