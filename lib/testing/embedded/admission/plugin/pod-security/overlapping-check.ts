// The checks of the level `baseline` that stricter ones replace in the level `restricted`.

import type { JsonObject } from '../../../../../api/index.ts';
import { objectsAt, scalarText, textAt, textsAt } from '../../../../../schema/index.ts';
import {
  allContainers,
  containerNames,
  countedTexts,
  distinctTexts,
  quotedTexts,
  type SecurityCheck,
  securityContexts,
  settersText,
} from './security-check.ts';

const usualCapabilities: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** The checks, in the order of their sentences. */
export const overlappingChecks: readonly SecurityCheck[] = [
  {
    reason: 'non-default capabilities',
    detail: (pod) => addedCapabilities(pod, (capability) => usualCapabilities.has(capability)),
  },
  {
    reason: 'hostPath volumes',
    detail: (pod) => {
      const names = objectsAt(pod, 'spec.volumes').flatMap(({ name, hostPath }) =>
        hostPath === undefined ? [] : [scalarText(name)],
      );
      return names.length === 0 ? undefined : countedTexts('volume', names);
    },
  },
  { reason: 'seccompProfile', detail: unconfinedSeccomp },
];

/** Returns the sentence about containers that add capabilities which aren't allowed. */
export function addedCapabilities(pod: JsonObject, isAllowed: (capability: string) => boolean): string | undefined {
  const added = (each: JsonObject) =>
    textsAt(each, 'securityContext.capabilities.add').filter((name) => !isAllowed(name));
  const names = containerNames(pod, (each) => added(each).length > 0);
  if (names.length === 0) return undefined;
  const capabilities = quotedTexts(distinctTexts(allContainers(pod).flatMap(added)));
  return `${countedTexts('container', names)} must not include ${capabilities} in securityContext.capabilities.add`;
}

/** Returns the sentence about settings that switch system call filters off. */
export function unconfinedSeccomp(pod: JsonObject): string | undefined {
  const isBad = (context: JsonObject) =>
    !['', 'Localhost', 'RuntimeDefault'].includes(textAt(context, 'seccompProfile.type'));
  const found = settersText(pod, isBad);
  if (found === undefined) return undefined;
  const values = distinctTexts(
    securityContexts(pod)
      .filter(isBad)
      .map((context) => textAt(context, 'seccompProfile.type')),
  );
  return `${found} must not set securityContext.seccompProfile.type to ${quotedTexts(values)}`;
}
