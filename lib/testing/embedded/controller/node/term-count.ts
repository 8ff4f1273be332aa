// In: changes of pods and nodes. Out: the number of pods that match a term in each domain of nodes. Read by the scheduler, so that
// no pod costs a pass over all pods.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import { labelsOf } from '../../../../built-in/index.ts';
import { getOrMake, textAt } from '../../../../schema/index.ts';
import { namespaces, nodes, pods } from '../../collection.ts';
import { isPodEnded } from '../../pod.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import { changeCount } from './node-load.ts';
import { antiAffinityTerms, type NamespaceLabels, type PodTerm } from './pod-term.ts';

/** A term, and the number of pods for each value of its label of nodes. */
export interface CountedTerm {
  readonly term: PodTerm;
  readonly domains: ReadonlyMap<string, number>;
}

interface Counter {
  readonly term: PodTerm;
  readonly domains: Map<string, number>;
}

/** The counts of terms, kept from the first question for a term until labels of nodes or namespaces change. */
export class TermCounts {
  readonly #store: ObjectStorage;
  #matching = new Map<string, Counter>();
  /** The terms of pods that keep others away, counted by the pods that have them. */
  #avoiding: Map<string, Counter> | undefined;

  constructor(store: ObjectStorage) {
    this.#store = store;
    store.subscribe(pods, ({ object, previous, type }) => {
      if (previous !== undefined) this.#count(previous, -1);
      if (type !== 'DELETED') this.#count(object, 1);
    });
    for (const collection of [nodes, namespaces]) store.subscribe(collection, (change) => this.#forget(change));
  }

  /** Returns the labels of a namespace. */
  readonly namespaceLabels: NamespaceLabels = (namespace) => labelsOf(this.#store.get(namespaces, namespace) ?? {});

  /** Returns the pods on nodes that match a term. */
  matching(term: PodTerm): CountedTerm {
    return getOrMake(this.#matching, term.key, () => {
      const counter = { term, domains: new Map<string, number>() };
      for (const [, pod] of this.#store.list(pods)) if (term.matches(pod)) this.#add(counter, pod, 1);
      return counter;
    });
  }

  /** Returns the terms of the pods that are kept away by pods on nodes, counted by those. */
  avoiding(): Iterable<CountedTerm> {
    if (this.#avoiding === undefined) {
      this.#avoiding = new Map();
      for (const [, pod] of this.#store.list(pods)) this.#countAvoiding(this.#avoiding, pod, 1);
    }
    return this.#avoiding.values();
  }

  #count(pod: JsonObject, change: 1 | -1): void {
    for (const counter of this.#matching.values()) if (counter.term.matches(pod)) this.#add(counter, pod, change);
    if (this.#avoiding !== undefined) this.#countAvoiding(this.#avoiding, pod, change);
  }

  #countAvoiding(counters: Map<string, Counter>, pod: JsonObject, change: 1 | -1): void {
    for (const term of antiAffinityTerms(pod, this.namespaceLabels)) {
      const counter = counters.get(term.key) ?? { term, domains: new Map<string, number>() };
      this.#add(counter, pod, change);
      if (counter.domains.size === 0) counters.delete(term.key);
      else counters.set(term.key, counter);
    }
  }

  #add({ term, domains }: Counter, pod: JsonObject, change: 1 | -1): void {
    const nodeName = textAt(pod, 'spec.nodeName');
    if (nodeName === '' || isPodEnded(pod)) return;
    const domain = labelsOf(this.#store.get(nodes, nodeName) ?? {})[term.topologyKey];
    if (domain !== undefined) changeCount(domains, domain, change);
  }

  #forget({ object, previous, type }: StoredChange): void {
    if (type === 'MODIFIED' && isSameJson(labelsOf(object), labelsOf(previous ?? {}))) return;
    this.#matching = new Map();
    this.#avoiding = undefined;
  }
}
