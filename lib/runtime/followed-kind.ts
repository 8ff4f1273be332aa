import { distinctKinds, type Kind } from '../api/index.ts';
import { type Controller, claimKind } from '../constructs/index.ts';

/** Each kind once whose objects a controller follows. */
export function followedKinds({ kind, owns, watches, references, growsClaims }: Controller): Kind[] {
  const named = [...watches, ...references].map((entry) => entry.kind);
  return distinctKinds([kind, ...owns, ...named, ...(growsClaims ? [claimKind] : [])]);
}
