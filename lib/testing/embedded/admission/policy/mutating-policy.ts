import { notImplemented } from '../../status-error.ts';
import type { AdmissionStep } from '../admitted-write.ts';
import { type MatchPorts, matchedType } from '../matching/write-match.ts';
import { boundPolicies } from './policy-binding.ts';

/** Refuses writes that a mutating admission policy would change: its expressions construct objects, which our CEL can't parse. */
export function mutatingPolicies(ports: MatchPorts): AdmissionStep {
  return {
    mutate: async (write) => {
      const found = boundPolicies(ports.store, 'mutating').find(
        ({ bindings, constraints }) => bindings.length > 0 && matchedType(constraints, write, ports) !== undefined,
      );
      if (found !== undefined) throw notImplemented(`applies no mutating admission policies, such as ${found.name}`);
      return write.object;
    },
  };
}
