import { Construct, type IConstruct } from 'constructs';

const metadataType = 'operand:waits-until-ready';

/**
 * Creates the objects of a construct only when all objects of other constructs are ready, by the readiness of their kinds.
 *
 * An operator creates nothing in `construct` before that, and says so in the conditions (`WaitingForChild`): nothing is pruned
 * meanwhile, and `reconcile` isn't called. An object that exists is updated and repaired whatever becomes of the others. In
 * a chart of its own, without an operator, only the order of the manifests follows, as by `node.addDependency`.
 *
 * @example waitUntilReady(this.workload, this.quota)
 * @throws TypeError if a construct waits for itself, or for one that it is part of.
 */
export function waitUntilReady(construct: IConstruct, ...others: readonly IConstruct[]): void {
  for (const other of others) {
    if (construct.node.scopes.includes(other)) {
      throw new TypeError(
        `[${construct.node.path}] waits for [${other.node.path}], which it is part of: name what it waits for`,
      );
    }
    construct.node.addDependency(other);
    construct.node.addMetadata(metadataType, other);
  }
}

/** The constructs whose objects those of a construct wait for; not those that the constructs around it wait for. */
export function readinessWaits({ node }: IConstruct): readonly IConstruct[] {
  return node.metadata.flatMap(({ type, data }) => {
    const other: unknown = data;
    return type === metadataType && Construct.isConstruct(other) ? [other] : [];
  });
}
