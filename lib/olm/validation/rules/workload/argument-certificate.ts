import type { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';
import { servingDirectories } from '../../workload/serving-directory.ts';

/** Rules for the file names of the webhook certificate. */
export const argumentCertificateRules: readonly BundleRule[] = [
  {
    id: 'argument-certificate-name',
    demand: 'The files of the webhook certificate from OLM are tls.crt and tls.key.',
    *check(bundle) {
      for (const container of deployments(bundle).flatMap(({ isServing, containers }) =>
        isServing ? containers : [],
      )) {
        const [directory] = valuesOf(container, '--webhook-cert-path');
        if (directory === undefined || directory.text.replace(/(?<!\/)\/+$/, '') !== servingDirectories[0]) continue;
        for (const [flag, file] of files) {
          for (const { place, text } of valuesOf(container, flag)) {
            if (text === file) continue;
            yield {
              place,
              what: `OLM writes no ${text} into ${directory.text}, so that webhooks don't work`,
              remedy: `write ${file}, or leave the argument out`,
            };
          }
        }
      }
    },
  },
];

/** Flags of scaffolded managers → OLM's name of the file. */
const files = [
  ['--webhook-cert-name', 'tls.crt'],
  ['--webhook-cert-key', 'tls.key'],
] as const;

/** Returns the values of a flag, in the same word or in the next. */
function valuesOf(container: Place, flag: string): { readonly place: Place; readonly text: string }[] {
  const words = [...container.at('command').items, ...container.at('args').items];
  return words.flatMap((place, index) => {
    if (place.text?.startsWith(`${flag}=`) === true) return [{ place, text: place.text.slice(flag.length + 1) }];
    const next = words[index + 1];
    return place.text === flag && next?.text !== undefined ? [{ place: next, text: next.text }] : [];
  });
}
