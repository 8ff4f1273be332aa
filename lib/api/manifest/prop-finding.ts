import { type Finding, nearestName } from '../../schema/index.ts';

/** The kind of a class's objects. */
interface OwnKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Returns findings for props that only JavaScript accepts, and that would be dropped silently. */
export function propFindings(props: object, own: OwnKind): Finding[] {
  const others = Object.entries(props).flatMap(([name, value]): Finding[] => {
    if (value === undefined || written.includes(name) || isKindProp(name)) return [];
    const meant = nearestName(name, written);
    const hint = meant === undefined ? 'leave it out' : `did you mean ${meant}?`;
    return [{ path: name, message: `is not written, only metadata and spec are: ${hint}` }];
  });
  return [...kindPropFindings(props, own), ...others];
}

/** Returns findings for props that name another kind. The kind is always that of the class. */
export function kindPropFindings(props: object, { apiVersion, kind }: OwnKind): Finding[] {
  const own = { apiVersion, kind };
  return Object.entries(props).flatMap(([name, value]) =>
    isKindProp(name) && value !== undefined && value !== own[name]
      ? [{ path: name, message: `is ${own[name]}: leave it out` }]
      : [],
  );
}

function isKindProp(name: string): name is keyof OwnKind {
  return name === 'apiVersion' || name === 'kind';
}

const written = ['metadata', 'spec'];
