import { Construct, type IConstruct } from 'constructs';

const metadataType = 'operand:waits-until-ready';

/**
 * Delays the creation of a construct's objects until all objects of other constructs are ready, by the readiness of
 * their kinds.
 *
 * Until then an operator creates nothing in `construct`, and reports it in the conditions (`WaitingForChild`). It
 * prunes nothing meanwhile and doesn't call `reconcile`. An object that exists is updated and repaired even if the
 * others aren't ready. In a chart of its own, without an operator, only the order of the manifests is affected, as by
 * `node.addDependency`.
 *
 * @throws TypeError if a construct waits for itself, or for a construct that it is part of.
 * @example
 * const quota = new k8s.KubeResourceQuota(this, 'Quota', { spec: { hard: { pods: k8s.Quantity.fromNumber(5) } } });
 * const server = new MemcachedServer(this, 'Server', { name: 'small' });
 * waitUntilReady(server, quota);
 */
export function waitUntilReady(construct: IConstruct, ...others: readonly IConstruct[]): void {
  for (const other of others) {
    if (construct.node.scopes.includes(other)) {
      throw new TypeError(
        `[${construct.node.path}] waits for [${other.node.path}], which it is part of: name a construct outside of it`,
      );
    }
    construct.node.addDependency(other);
    construct.node.addMetadata(metadataType, other);
  }
}

/** Returns the constructs that the objects of a construct wait for, without those that its parents wait for. */
export function readinessWaits({ node }: IConstruct): readonly IConstruct[] {
  return node.metadata.flatMap(({ type, data }) => {
    const other: unknown = data;
    return type === metadataType && Construct.isConstruct(other) ? [other] : [];
  });
}
