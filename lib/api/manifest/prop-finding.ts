import { type Finding, nearest } from '../../schema/index.ts';

/** Props that only JavaScript lets through, and that would get lost without a word. */
export function propFindings(props: object, { apiVersion, kind }: { apiVersion: string; kind: string }): Finding[] {
  const own: Readonly<Record<string, string>> = { apiVersion, kind };
  return Object.entries(props).flatMap(([name, value]): Finding[] => {
    if (value === undefined || written.includes(name) || (Object.hasOwn(own, name) && own[name] === value)) return [];
    if (Object.hasOwn(own, name)) return [{ path: name, message: `is ${own[name]}: leave it out` }];
    const meant = nearest(name, written);
    const hint = meant === undefined ? 'leave it out' : `did you mean ${meant}?`;
    return [{ path: name, message: `is not written, only metadata and spec are: ${hint}` }];
  });
}

const written = ['metadata', 'spec'];
