import { formatGroupVersionKind, type Kind } from '../api/index.ts';
import { type Controller, claimKind } from '../constructs/index.ts';

/** Each kind once whose objects a controller follows. */
export function followedKinds({ kind, owns, watches, references, growsClaims }: Controller): Kind[] {
  const named = [...watches, ...references].map((entry) => entry.kind);
  const all = [kind, ...owns, ...named, ...(growsClaims ? [claimKind] : [])];
  return [...new Map(all.map((each) => [formatGroupVersionKind(each), each])).values()];
}
