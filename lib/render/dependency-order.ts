// In: constructs with the dependencies that their author has declared. Out: the same constructs, each after those that
// it depends on. Called by `synthesizedObjects`. cdk8s follows each path through its graph separately, so that ten layers of
// ten objects take it 10^10 steps: here each dependency is visited once.

import type { IConstruct } from 'constructs';

/** A point in the order: the begin of a construct's part of the tree, the construct itself, or the end of that part. */
interface Point {
  readonly construct: IConstruct;
  /** The points before it, in the order in which they are visited. */
  readonly after: Point[];
  /** `open` while the points before it are visited. */
  state: 'new' | 'open' | 'done';
}

/** The points of one construct. */
interface Part {
  readonly begin: Point;
  readonly self: Point;
  readonly end: Point;
}

/**
 * Returns constructs in dependency order, and otherwise as given. A dependency applies to everything inside both
 * constructs.
 *
 * @param constructs - a whole tree, each after its parent.
 * @throws an Error that names the constructs of a cycle.
 */
export function dependencyOrder(constructs: readonly IConstruct[]): IConstruct[] {
  const parts = new Map<IConstruct, Part>(constructs.map((construct) => [construct, newConstructPart(construct)]));
  for (const [construct, { begin, self, end }] of parts) {
    self.after.push(begin);
    end.after.push(self);
    const around = construct.node.scope === undefined ? undefined : parts.get(construct.node.scope);
    if (around === undefined) continue;
    begin.after.push(around.begin);
    around.end.after.push(end);
  }
  for (const source of constructs) {
    for (const target of source.node.dependencies) addConstructDependency(source, target, parts);
  }
  const selves = new Set(Array.from(parts.values(), ({ self }) => self));
  return pointsInOrder([...selves])
    .filter((point) => selves.has(point))
    .map(({ construct }) => construct);
}

function newConstructPart(construct: IConstruct): Part {
  const point = (): Point => ({ construct, after: [], state: 'new' });
  return { begin: point(), self: point(), end: point() };
}

/** A construct that depends on one inside or around it depends on all of that, except the parts that both share. */
function addConstructDependency(source: IConstruct, target: IConstruct, parts: ReadonlyMap<IConstruct, Part>): void {
  const [from, to] = [parts.get(source), parts.get(target)];
  // Constructs outside of the tree aren't synthesized.
  if (source === target || from === undefined || to === undefined) return;
  const isWithin = target.node.scopes.includes(source);
  const isAround = source.node.scopes.includes(target);
  if (!isWithin && !isAround) {
    from.begin.after.push(to.end);
    return;
  }
  const [outer, inner] = isWithin ? [source, target] : [target, source];
  const way = inner.node.scopes.slice(outer.node.scopes.length - 1);
  for (const [index, scope] of way.slice(0, -1).entries()) {
    const next = way[index + 1];
    const siblings = scope.node.children.filter((child) => child !== next).flatMap((child) => parts.get(child) ?? []);
    const own = parts.get(scope)?.self;
    if (isWithin) {
      for (const { begin } of siblings) begin.after.push(to.end);
      own?.after.push(to.end);
    } else {
      for (const { end } of siblings) from.begin.after.push(end);
      if (own !== undefined) from.begin.after.push(own);
    }
  }
}

/** Returns the points in depth-first order, each after those before it. Without recursion, since chains may be long. */
function pointsInOrder(points: readonly Point[]): Point[] {
  const order: Point[] = [];
  for (const first of points) {
    if (first.state !== 'new') continue;
    first.state = 'open';
    const way: { readonly point: Point; nextIndex: number }[] = [{ point: first, nextIndex: 0 }];
    for (let step = way.at(-1); step !== undefined; step = way.at(-1)) {
      const next = step.point.after[step.nextIndex];
      step.nextIndex += 1;
      if (next === undefined) {
        step.point.state = 'done';
        order.push(step.point);
        way.pop();
      } else if (next.state === 'open') {
        throw new Error(
          dependencyCycleMessage(way.slice(way.findIndex(({ point }) => point === next)).map(({ point }) => point)),
        );
      } else if (next.state === 'new') {
        next.state = 'open';
        way.push({ point: next, nextIndex: 0 });
      }
    }
  }
  return order;
}

function dependencyCycleMessage(points: readonly Point[]): string {
  const paths = [...points, ...points.slice(0, 1)].map(({ construct }) => `[${construct.node.path}]`);
  const different = paths.filter((path, index) => index === 0 || path !== paths[index - 1]);
  return `children wait for each other: ${different.join(' waits for ')}; remove one of these dependencies`;
}
