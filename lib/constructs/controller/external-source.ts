import type { CachedReference, SourceContext } from '../../api/index.ts';

/** A source of changes outside of the cluster, such as a message queue, or the API of a cloud. */
export interface ExternalSource<Cached = CachedReference> {
  /** For the log; unique in its controller. */
  readonly name: string;
  /**
   * Watches the source until `signal` aborts, and requests the reconcile of each resource that a change concerns.
   *
   * Called whenever this process begins to reconcile, and again, after 1 s to 1 min, if it ends or fails. Changes before
   * the call may have been missed: begin with the resources that these may concern. With several shards, each process
   * watches, must receive all changes, and reconciles the resources of its own.
   *
   * After 20 requests for one resource, further ones are due every 3 s: a source may report the writes of `reconcile`.
   */
  readonly watch: (context: SourceContext<Cached>) => Promise<void>;
}

/** Yields the findings for the sources of a controller, one sentence each with its remedy. */
export function* sourceFindings(sources: readonly Pick<ExternalSource, 'name'>[]): Iterable<string> {
  for (const [index, { name }] of sources.entries()) {
    if (sources.findIndex((other) => other.name === name) !== index)
      yield `two of \`sources\` are called ${name}: give each its own name`;
  }
}
