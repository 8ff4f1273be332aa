import type { Place } from '../../../content/index.ts';
import type { Rule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';
import { servingDirectories } from '../../workload/serving-directory.ts';

/** What is demanded of how the files are called that webhooks are served with. */
export const argumentCertificateRules: readonly Rule[] = [
  {
    id: 'argument-certificate-name',
    demand: 'Where OLM brings the certificate of webhooks, its files are tls.crt and tls.key.',
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
              what: `OLM brings no ${text} into ${directory.text}, so that no webhook is served`,
              remedy: `write ${file}, or leave the argument out`,
            };
          }
        }
      }
    },
  },
];

/** As scaffolded managers are told: flag → what OLM calls the file. */
const files = [
  ['--webhook-cert-name', 'tls.crt'],
  ['--webhook-cert-key', 'tls.key'],
] as const;

/** What a flag is given, in the same word or in the next. */
function valuesOf(container: Place, flag: string): { readonly place: Place; readonly text: string }[] {
  const words = [...container.at('command').items, ...container.at('args').items];
  return words.flatMap((place, index) => {
    if (place.text?.startsWith(`${flag}=`) === true) return [{ place, text: place.text.slice(flag.length + 1) }];
    const next = words[index + 1];
    return place.text === flag && next?.text !== undefined ? [{ place: next, text: next.text }] : [];
  });
}
