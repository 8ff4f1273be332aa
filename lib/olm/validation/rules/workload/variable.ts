import type { BundleContent, Place } from '../../../content/index.ts';
import { textRule, uniqueTextRule } from '../../../finding/content-rule.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { typesOfSupportedModes } from '../../model/release/install-mode.ts';
import { objectSources, objectSourceViolations, type PodObjectSource } from '../../model/workload/available-object.ts';
import { bundleContainers } from '../../model/workload/bundle-deployment.ts';

/** Rules for the environment variables of the operator's containers. */
export const variableRules: readonly BundleRule[] = [
  textRule({
    id: 'variable-name',
    demand: 'A variable has a name that all API servers accept.',
    rejection: {
      by: 'API server',
      message: "a valid environment variable name must consist only of printable ASCII characters other than '='",
    },
    at: (bundle) => containerVariables(bundle).map((variable) => variable.at('name')),
    isRight: (text) => /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text),
    // Kubernetes accepts it since 1.34:
    // https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/
    rating: (text) => (/^[ -<>-~]+$/.test(text) ? { severity: 'warning' } : {}),
    what: (text) => `'${text}' is not a valid name of a variable`,
    remedy: "use letters, digits and '_', a letter first",
  }),
  uniqueTextRule({
    id: 'variable-unique',
    demand: 'A container has each variable once: the last value counts.',
    lists: (bundle) =>
      bundleContainers(bundle).map((each) => each.at('env').items.map((variable) => variable.at('name'))),
    what: (text) => `${text} occurs twice, and the last one counts`,
    remedy: 'leave one of the two out',
  }),
  {
    id: 'variable-object',
    demand: 'The ConfigMaps and Secrets of variables exist when pods start, or are optional.',
    *check(bundle) {
      const message = "CreateContainerConfigError: couldn't find key …";
      for (const each of bundleContainers(bundle).flatMap(variableSources))
        yield* objectSourceViolations(bundle, each, [each.source.at('key')], message);
    },
  },
  {
    id: 'variable-watch-namespace',
    demand: 'WATCH_NAMESPACE has the namespaces of the installation, which OLM sets.',
    *check(bundle) {
      const supported = typesOfSupportedModes(bundle);
      for (const variable of containerVariables(bundle).filter((each) => each.at('name').text === 'WATCH_NAMESPACE')) {
        const value = variable.at('value');
        const field = variable.at('valueFrom', 'fieldRef', 'fieldPath');
        const isOwn = field.text === 'metadata.namespace' && supported.every((mode) => mode === 'OwnNamespace');
        const isAll = field.isAbsent && !value.hasText && supported.every((mode) => mode === 'AllNamespaces');
        // The content of a ConfigMap or a Secret is not known here.
        const isUnknown = !variable.at('valueFrom').isAbsent && variable.at('valueFrom', 'fieldRef').isAbsent;
        if (isOwn || isAll || isUnknown || field.text === targetNamespaces) continue;
        const place = field.isAbsent ? value : field;
        yield {
          place,
          what: `the operator watches ${JSON.stringify(place.value ?? '')}, regardless of the namespaces of the installation`,
          remedy: `take it from the field ${targetNamespaces}`,
        };
      }
    },
  },
];

const targetNamespaces = "metadata.annotations['olm.targetNamespaces']";

function variableSources(container: Place): readonly PodObjectSource[] {
  const values = container.at('env').items.map((variable) => variable.at('valueFrom'));
  return [
    ...values.flatMap((source) => objectSources(source, 'configMapKeyRef', 'secretKeyRef')),
    ...container.at('envFrom').items.flatMap((source) => objectSources(source, 'configMapRef', 'secretRef')),
  ];
}

function containerVariables(bundle: BundleContent): Place[] {
  return bundleContainers(bundle).flatMap((container) => container.at('env').items);
}
