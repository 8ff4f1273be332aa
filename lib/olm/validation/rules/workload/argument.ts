import type { Place } from '../../../content/index.ts';
import type { BundleRule } from '../../bundle-rule.ts';
import { bundleContainers, bundleDeployments, type Deployment } from '../../model/workload/bundle-deployment.ts';
import { commandWords, containerFlags } from '../../model/workload/container-flag.ts';
import { servingDirectories } from '../../model/workload/serving-directory.ts';

/** Rules for the arguments of the operator's containers. */
export const argumentRules: readonly BundleRule[] = [
  {
    id: 'argument-path',
    demand: 'A volume is mounted at the certificate path of a container: by its pod, or by OLM for webhooks.',
    *check(bundle) {
      for (const deployment of bundleDeployments(bundle)) {
        for (const container of deployment.containers) {
          const mounted = containerMountPaths(deployment, container);
          for (const { place, subject, path } of certificatePaths(container)) {
            const own = container.at('volumeMounts').items.map((mount) => mount.at('mountPath').text ?? '');
            if (
              mounted.some((directory) => isPathBelow(path, directory)) ||
              own.some((file) => isPathBelow(file, path))
            )
              continue;
            yield {
              place,
              what: `${subject} is set to ${path}, where nothing is mounted`,
              remedy: isPathBelow(path, '/tmp/k8s-webhook-server')
                ? 'write the mount path of OLM (/tmp/k8s-webhook-server/serving-certs, if a webhook names this Deployment), or leave it out'
                : 'mount the volume with it, or leave it out',
            };
          }
        }
      }
    },
  },
  {
    id: 'argument-certificate-name',
    demand: 'The files of the webhook certificate from OLM are tls.crt and tls.key.',
    *check(bundle) {
      for (const container of bundleDeployments(bundle).flatMap(({ isServing, containers }) =>
        isServing ? containers : [],
      )) {
        const [directory] = flagValues(container, '--webhook-cert-path');
        if (directory?.text?.replace(/(?<!\/)\/+$/, '') !== servingDirectories[0]) continue;
        for (const [flag, file] of files) {
          for (const place of flagValues(container, flag)) {
            if (place.text === undefined || place.text === file) continue;
            yield {
              place,
              what: `OLM writes no ${place.text} into ${directory?.text ?? ''}, so that webhooks don't work`,
              remedy: `write ${file}, or leave the argument out`,
            };
          }
        }
      }
    },
  },
  {
    id: 'argument-variable',
    demand: 'A reference $(NAME) in an argument is a variable of the container; else it stays unresolved.',
    *check(bundle) {
      for (const container of bundleContainers(bundle)) {
        const names = container.at('env').items.map((variable) => variable.at('name').text);
        const words = commandWords(container);
        if (container.at('envFrom').items.length > 0 || words.some(isShellCommand)) continue;
        for (const place of [...words, ...container.at('env').items.map((variable) => variable.at('value'))]) {
          for (const [, name = ''] of (place.text ?? '').matchAll(/(?<!\$)\$\(([A-Z_][A-Z0-9_]*)\)/g)) {
            if (names.includes(name) || isVariableGiven(name)) continue;
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

/** Returns the paths in arguments, commands and variables. A flag and its value may be two arguments. */
function certificatePaths(container: Place) {
  const variables = container
    .at('env')
    .items.map((variable) => ({ name: variable.at('name').text ?? '', value: variable.at('value') }));
  return [...containerFlags(container), ...variables].flatMap(({ name, value }) => {
    const path = value.text?.replace(/(?<!\/)\/+$/, '') ?? '';
    if (!certificateName.test(name) || value.text?.startsWith('/') !== true) return [];
    return inImages.some((directory) => isPathBelow(path, directory)) ? [] : [{ place: value, subject: name, path }];
  });
}

/** Names such as `--webhook-cert-path`, `--cert-dir`, `--tls-private-key-file`, `WEBHOOK_CERT_DIR`. */
const certificateName =
  /(?:^|[-_])(?:certs?|certificates?|(?:private|tls)[-_]key)(?:[-_](?:path|dir|directory|file))?$/i;

/** Directories that images may contain themselves. */
const inImages: readonly string[] = ['/etc/ssl', '/etc/pki', '/usr', '/opt', '/home', '/root', '/var/run/kubernetes'];

function containerMountPaths({ isServing }: Deployment, container: Place): string[] {
  const own = container
    .at('volumeMounts')
    .items.flatMap((mount) => mount.at('mountPath').text?.replace(/(?<!\/)\/+$/, '') ?? []);
  return [...own, '/var/run/secrets/kubernetes.io/serviceaccount', ...(isServing ? servingDirectories : [])];
}

function isPathBelow(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

/** Flags of scaffolded managers → OLM's name of the file. */
const files = [
  ['--webhook-cert-name', 'tls.crt'],
  ['--webhook-cert-key', 'tls.key'],
] as const;

function flagValues(container: Place, flag: string): Place[] {
  return containerFlags(container).flatMap(({ name, value }) => (name === flag ? [value] : []));
}

/** In a shell command, `$(…)` has another meaning. */
function isShellCommand({ text }: Place): boolean {
  return /^(?:.*\/)?(?:ba|da|a)?sh$/.test(text ?? '');
}

/** OLM sets the first in its containers; Kubernetes sets those of its own Service. */
function isVariableGiven(name: string): boolean {
  return name === 'OPERATOR_CONDITION_NAME' || name.startsWith('KUBERNETES_');
}
