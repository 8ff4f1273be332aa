import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { z } from 'zod';
import {
  builtInKind,
  type CachedReference,
  CustomResource,
  type Kind,
  type KindReference,
  type KubernetesObject,
  resolveKind,
  type StandardStatus,
  type Status,
  type StatusReport,
  type StoredObject,
  type Use,
} from '../../lib/api/index.ts';
import {
  Controller,
  type ControllerProps,
  Operator,
  type OperatorProps,
  type OwnedKind,
} from '../../lib/constructs/index.ts';

/** A resource with a ConfigMap for each of its boxes. */
export class Shelf extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Shelf',
  spec: z.object({ boxes: z.record(z.string(), z.string()).default({}) }),
  status: z.object({ labels: z.array(z.string()) }),
}) {}

/** The children of a shelf. */
export class Boxes extends Construct {
  readonly boxes: readonly k8s.KubeConfigMap[];

  constructor(scope: Construct, id: string, contents: Readonly<Record<string, string>>) {
    super(scope, id);
    this.boxes = Object.entries(contents).map(
      ([name, content]) => new k8s.KubeConfigMap(this, name, { metadata: { name }, data: { content } }),
    );
  }
}

export const shelfKind = Shelf.definition;
export const configMapKind: Kind = resolveKind(k8s.KubeConfigMap);
export const podKind: Kind = builtInKind({ group: '', version: 'v1', kind: 'Pod' }) ?? configMapKind;

/** The operator's name, which is its field manager's, too. */
export const operatorName = 'shelf-operator';

/** The options of a controller of shelves. */
export type ShelfProps = Partial<
  ControllerProps<typeof Shelf, Boxes, readonly CachedReference[], StatusReport<typeof Shelf>>
>;

/** An operator with a controller of shelves. */
export function shelfOperator(props: ShelfProps = {}, said: Partial<OperatorProps> = {}): Operator {
  const operator = new Operator(new App(), operatorName, { version: '1.0.0', image: 'example.com/shelf:1', ...said });
  new Controller<
    typeof Shelf,
    Boxes,
    readonly CachedReference[],
    StatusReport<typeof Shelf>,
    readonly Use[],
    readonly (KindReference | OwnedKind)[],
    readonly CachedReference[]
  >(operator, 'Controller', {
    for: Shelf,
    owns: [k8s.KubeConfigMap],
    render: (scope, { spec }) => new Boxes(scope, 'Boxes', spec.boxes),
    ...props,
  });
  return operator;
}

/** A controller of shelves. */
export function shelfController(props: ShelfProps = {}): Controller {
  const [controller] = Controller.in(shelfOperator(props));
  if (controller === undefined) throw new Error('an operator has the controllers that it was given');
  return controller;
}

/** A shelf as its user writes it. */
export function shelf(name: string, boxes: Readonly<Record<string, string>>): KubernetesObject {
  return { apiVersion: 'example.com/v1', kind: 'Shelf', metadata: { name, namespace: 'default' }, spec: { boxes } };
}

/** A ConfigMap as another actor writes it. */
export function configMap(name: string, content: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data: { content } };
}

/** A pod as another controller writes it. */
export function pod(metadata: KubernetesObject['metadata']): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'box', image: 'box:1' }] } };
}

/** The key of a shelf or box. */
export function keyOf(name: string) {
  return { namespace: 'default', name };
}

/** The status of a stored shelf. */
export function statusOf(object: StoredObject | undefined): Partial<Status<typeof Shelf>> & StandardStatus {
  return object?.status ?? {};
}

/** A condition of a stored shelf, in short: `True ChildrenReady: its child is ready`. */
export function conditionOf(object: StoredObject | undefined, type: string): string | undefined {
  const condition = statusOf(object).conditions?.find((candidate) => candidate.type === type);
  return condition && `${condition.status} ${condition.reason}: ${condition.message}`;
}
