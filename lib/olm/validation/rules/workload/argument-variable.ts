import type { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../rule.ts';
import { deployments } from '../../workload/deployment.ts';

/** Rules for variables in the arguments of containers. */
export const argumentVariableRules: readonly BundleRule[] = [
  {
    id: 'argument-variable',
    demand: 'A reference $(NAME) in an argument is a variable of the container; else it stays unresolved.',
    *check(bundle) {
      for (const container of deployments(bundle).flatMap(({ allContainers }) => allContainers)) {
        const names = container.at('env').items.map((variable) => variable.at('name').text);
        const words = [...container.at('command').items, ...container.at('args').items];
        if (container.at('envFrom').items.length > 0 || words.some(isShell)) continue;
        for (const place of [...words, ...container.at('env').items.map((variable) => variable.at('value'))]) {
          for (const [, name = ''] of (place.text ?? '').matchAll(/(?<!\$)\$\(([A-Z_][A-Z0-9_]*)\)/g)) {
            if (names.includes(name) || isGiven(name)) continue;
            yield {
              place,
              what: `the container has no variable ${name}, so that $(${name}) stays unresolved`,
              remedy: `add ${name} to env`,
            };
          }
        }
      }
    },
  },
];

/** In a shell command, `$(…)` has another meaning. */
function isShell({ text }: Place): boolean {
  return /^(?:.*\/)?(?:ba|da|a)?sh$/.test(text ?? '');
}

/** OLM sets the first in its containers; Kubernetes sets those of its own Service. */
function isGiven(name: string): boolean {
  return name === 'OPERATOR_CONDITION_NAME' || name.startsWith('KUBERNETES_');
}
