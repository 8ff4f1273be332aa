import { type Finding, nearest } from '../../schema/index.ts';

/** What the objects of a class say of their kind. */
interface OwnKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Props that only JavaScript lets through, and that would get lost without a word. */
export function propFindings(props: object, own: OwnKind): Finding[] {
  const others = Object.entries(props).flatMap(([name, value]): Finding[] => {
    if (value === undefined || written.includes(name) || isOfKind(name)) return [];
    const meant = nearest(name, written);
    const hint = meant === undefined ? 'leave it out' : `did you mean ${meant}?`;
    return [{ path: name, message: `is not written, only metadata and spec are: ${hint}` }];
  });
  return [...kindFindings(props, own), ...others];
}

/** Props that say of another kind that the object is of it. The kind is that of the class, whatever they say. */
export function kindFindings(props: object, { apiVersion, kind }: OwnKind): Finding[] {
  const own = { apiVersion, kind };
  return Object.entries(props).flatMap(([name, value]) =>
    isOfKind(name) && value !== undefined && value !== own[name]
      ? [{ path: name, message: `is ${own[name]}: leave it out` }]
      : [],
  );
}

function isOfKind(name: string): name is keyof OwnKind {
  return name === 'apiVersion' || name === 'kind';
}

const written = ['metadata', 'spec'];
