// In: the key of a resource that something has happened to. Out: its children and its status equal to what is rendered
// from it, and the Action that says when to look again. Called by a controller's workers, one at a time for each key.

import { Action, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import { type Client, isNotFound } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { render } from '../../render/index.ts';
import { applyChildren } from './apply.ts';
import type { ChildConflict } from './child-conflict.ts';
import { difference } from './difference.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalizer.ts';
import { LiveObjects } from './live.ts';
import type { Observation } from './observation.ts';
import { pruneChildren } from './prune.ts';
import { parsedResource } from './parsed-resource.ts';
import { Settled } from './settled.ts';
import { standardConditions } from './standard-conditions.ts';
import { statusObject, type StatusWords } from './status.ts';
import { troubleOf, troubleOfConflicts } from './trouble.ts';

/** One round of work on one resource. Rejects with what kept it from its end; the resource's status says so, too. */
export type Pass = (key: ObjectKey, signal: AbortSignal) => Promise<Action>;

/** What the passes of one controller work with. */
export interface PassPorts {
  readonly client: Client;
  readonly cache: Observation;
  readonly clock: Clock;
  readonly fieldManager: string;
  readonly journal: Journal;
}

/** Who is told what a pass does. */
export interface Journal {
  /** An object was written for a resource; the answer is what the server now holds. */
  written(resource: ObjectKey, answer: StoredObject): void;
  /** A child that is no longer rendered was deleted. */
  pruned(resource: StoredObject, child: StoredObject): void;
  /** The names of these children are taken; an empty list says that none is. Told at every pass. */
  blocked(resource: StoredObject, conflicts: readonly ChildConflict[]): void;
  /** A failed pass could not say so in the resource's status. */
  unreported(resource: StoredObject, error: unknown): void;
}

/** The passes of a controller. */
export function reconciler(controller: Controller, ports: PassPorts): Pass {
  const settled = new Settled({ fieldManager: ports.fieldManager });
  return async (key, signal) => {
    const resource = ports.cache.get(controller.kind, key);
    if (resource === undefined) return Action.awaitChange();
    const round = new Round(controller, ports, settled, resource, signal);
    if (resource.metadata.deletionTimestamp !== undefined) return await round.cleanUp();
    try {
      return await round.converge();
    } catch (error) {
      if (!signal.aborted) await round.reportFailure(error);
      throw error;
    }
  };
}

/** One pass at work: what it has read, and what it has written so far. */
class Round {
  readonly #controller: Controller;
  readonly #ports: PassPorts;
  readonly #settled: Settled;
  readonly #signal: AbortSignal;
  readonly #live: LiveObjects;
  #resource: StoredObject;

  constructor(controller: Controller, ports: PassPorts, settled: Settled, resource: StoredObject, signal: AbortSignal) {
    this.#controller = controller;
    this.#ports = ports;
    this.#settled = settled;
    this.#resource = resource;
    this.#signal = signal;
    this.#live = new LiveObjects(ports.cache, resource.metadata.namespace);
  }

  /** Makes the cluster agree with the resource. */
  async converge(): Promise<Action> {
    const { kind, owns, props } = this.#controller;
    const { client, cache, fieldManager, journal } = this.#ports;
    const signal = this.#signal;
    await this.#ensureFinalizer();
    const resource = parsedResource(kind, this.#resource);
    const ownerUid = resource.metadata.uid;

    const { construct, children } = render(this.#controller, resource);
    const conflicts = await applyChildren(children, {
      client,
      fieldManager,
      ownerUid,
      live: this.#live,
      settled: this.#settled,
      onWrite: (answer) => journal.written(objectKey(resource), answer),
      signal,
    });
    journal.blocked(this.#resource, conflicts);
    await pruneChildren(children, {
      client,
      cache,
      owns,
      ownerUid,
      onDelete: (child) => journal.pruned(this.#resource, child),
      signal,
    });

    const live = this.#live.view();
    const action = (await props.reconcile?.(resource, construct, live, signal)) ?? Action.awaitChange();
    await this.#writeStatus({
      report: props.status?.(resource, construct, live) ?? {},
      standard: standardConditions({
        children,
        observe: (child) => this.#live.get(child.kind, child.key),
        trouble: troubleOfConflicts(conflicts),
      }),
    });
    return action;
  }

  /** Lets a deleted resource go, once its author's clean-up has succeeded. The garbage collector takes the children. */
  async cleanUp(): Promise<Action> {
    const { kind, props } = this.#controller;
    if (props.cleanup !== undefined && hasFinalizer(this.#resource, finalizerName(kind))) {
      await props.cleanup(parsedResource(kind, this.#resource), this.#signal);
      await writeFinalizer(this.#ports.client, kind, this.#resource, 'remove', this.#signal);
    }
    return Action.awaitChange();
  }

  /** Puts the reason of a failed pass into the conditions, and leaves the rest of the status as it was. */
  async reportFailure(error: unknown): Promise<void> {
    const standard = standardConditions({ children: [], observe: () => undefined, trouble: troubleOf(error) });
    try {
      await this.#writeStatus({ standard });
    } catch (reportError) {
      this.#ports.journal.unreported(this.#resource, reportError);
    }
  }

  async #ensureFinalizer(): Promise<void> {
    const { kind, props } = this.#controller;
    if (props.cleanup === undefined || hasFinalizer(this.#resource, finalizerName(kind))) return;
    this.#resource = await writeFinalizer(this.#ports.client, kind, this.#resource, 'add', this.#signal);
    this.#ports.journal.written(objectKey(this.#resource), this.#resource);
  }

  async #writeStatus(words: Omit<StatusWords, 'nowMs'>): Promise<void> {
    const { kind } = this.#controller;
    const { client, clock, fieldManager, journal } = this.#ports;
    const desired = statusObject(kind, this.#resource, fieldManager, { ...words, nowMs: clock.now() });
    if (difference(this.#resource, desired, { fieldManager, subresource: 'status' }).length === 0) return;
    try {
      const answer = await client.apply(kind, desired, {
        fieldManager,
        subresource: 'status',
        force: true,
        signal: this.#signal,
      });
      journal.written(objectKey(answer), answer);
    } catch (error) {
      // A resource that went away in the meantime has no status to speak of.
      if (!isNotFound(error)) throw error;
    }
  }
}
