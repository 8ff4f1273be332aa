import {
  formatGroupVersionKind,
  formatObjectKey,
  groupVersionKind,
  isSameKind,
  type Kind,
  type KindReference,
  type Live,
  type LiveSelector,
  type ObjectKey,
  objectKey,
  resolveKind,
  type StoredObject,
} from '../../api/index.ts';
import type { ApiObject } from 'cdk8s';
import type { Observation } from './observation.ts';

/** A callback asked for a kind that no cache holds. */
export class UncachedKindError extends Error {
  override readonly name = 'UncachedKindError';
  readonly code = 'uncached-kind';
  readonly kind: Kind;

  constructor(kind: Kind) {
    super(`no cache holds ${formatGroupVersionKind(kind)}: name it in the controller's \`owns\` or \`watches\``);
    this.kind = kind;
  }
}

/** The view of one pass: the caches, overlaid with the answers of the pass's own writes. */
export class LiveObjects {
  readonly #cache: Observation;
  readonly #namespace: string | undefined;
  readonly #written = new Map<string, StoredObject>();

  constructor(cache: Observation, namespace: string | undefined) {
    this.#cache = cache;
    this.#namespace = namespace;
  }

  /** Takes the server's answer to a write of this pass. */
  note(object: StoredObject): void {
    this.#written.set(identity(groupVersionKind(object), objectKey(object)), object);
  }

  /** One object, as last written by this pass or else as cached. */
  get(kind: Kind, key: ObjectKey): StoredObject | undefined {
    return this.#written.get(identity(kind, key)) ?? this.#cache.get(kind, key);
  }

  /** The same as the function that callbacks receive. */
  view(): Live {
    const of = (child: ApiObject, reference?: KindReference) => this.#child(child, reference);
    const list = (reference: KindReference, selector?: LiveSelector) => this.#list(resolveKind(reference), selector);
    // The caches hold raw JSON of the kinds they follow: here, and only here, it gets the type that the kind promises.
    return Object.assign(of, { list }) as Live;
  }

  #child(child: ApiObject, reference: KindReference | undefined): StoredObject | undefined {
    const named = groupVersionKind(child);
    const kind = resolveKind(reference ?? { GVK: child, prototype: child });
    if (!isSameKind(kind, named)) {
      throw new TypeError(`${child.node.path} is a ${formatGroupVersionKind(named)}, not a ${formatGroupVersionKind(kind)}`);
    }
    return this.get(kind, { namespace: child.metadata.namespace, name: child.name });
  }

  #list(kind: Kind, { labels }: LiveSelector = {}): readonly StoredObject[] {
    if (!this.#cache.has(kind)) throw new UncachedKindError(kind);
    const namespace = kind.scope === 'Namespaced' ? this.#namespace : undefined;
    return this.#cache.list(kind, namespace, labels);
  }
}

function identity({ group, kind }: Pick<Kind, 'group' | 'kind'>, key: ObjectKey): string {
  return `${kind}.${group} ${formatObjectKey(key)}`;
}
