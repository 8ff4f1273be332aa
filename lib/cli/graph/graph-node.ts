/** The structure of an operator. */
export interface OperatorGraph {
  /** The operator's name and version. */
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The group of nodes that a {@link GraphNode} is part of, in the order in which requests and changes pass through. */
export const graphSections = ['Admission', 'APIs', 'Controllers', 'Objects', 'Manager'] as const;

/** A box of the graph. */
export interface GraphNode {
  /** Unique in the graph. */
  readonly id: string;
  readonly section: (typeof graphSections)[number];
  readonly title: string;
  readonly lines: readonly string[];
}

/** A relation of two nodes in different sections. */
export interface GraphEdge {
  /** The id of a node. */
  readonly from: string;
  /** The id of a node in a later section. */
  readonly to: string;
  /** Empty if the sections are enough. */
  readonly label: string;
}
