import { isDnsLabel } from '../../api/index.ts';
import { type OperatorProps, relatedImageVariable, webhookPorts } from '../../constructs/index.ts';
import type { ManagerOptions, WebhookUrl } from '../../runtime/index.ts';
import { isLoopback, listenAddress } from '../../server/index.ts';
import type { LogLevel } from '../../telemetry/index.ts';
import { Failure } from '../failure.ts';

/**
 * Parses the namespaces of `--watch-namespaces`, or of OLM's environment variable: names separated by commas.
 *
 * @param words - if empty or blank, all namespaces that the definition allows.
 * @param props - the operator's. With a bundle, its installer chooses the namespaces with access.
 * @throws Failure if a name isn't valid, or isn't one of the definition's: the operator has no access there.
 */
export function watchNamespaces(
  words: string | undefined,
  { bundle, watchNamespaces: confinement }: Pick<OperatorProps, 'bundle' | 'watchNamespaces'>,
): readonly string[] | undefined {
  const names = (words ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  const wrong = names.find((name) => !isDnsLabel(name));
  if (wrong !== undefined) {
    throw new Failure(
      `'${wrong}' is not a valid name of a namespace: give --watch-namespaces or WATCH_NAMESPACE names such as shop,bank`,
    );
  }
  const allowed = bundle === undefined ? confinement : undefined;
  const disallowed = names.filter((name) => allowed?.includes(name) === false);
  if (disallowed.length > 0) {
    throw new Failure(
      `the operator may not watch ${disallowed.join(', ')}: its definition confines it to ${allowed?.join(', ')}; ` +
        'name some of those in --watch-namespaces or WATCH_NAMESPACE, or leave both out',
    );
  }
  return [...new Set(names)];
}

/**
 * Parses the option `--webhook-url` of `run` and `dev`.
 *
 * @throws Failure if API servers would reject it, or if it has more than host and port: the operator chooses the paths.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#url
 */
export function parsedWebhookUrl(text: string): WebhookUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refuse = (why: string) =>
    new Failure(`--webhook-url ${text} ${why}: write https://127.0.0.1 or https://host:port`);
  if (url === undefined) throw refuse('is not a URL');
  if (url.protocol !== 'https:') throw refuse('is not https, which API servers require');
  if (url.username !== '' || url.password !== '') throw refuse('names a user');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw refuse('has a path or query after the host');
  // A URL omits the default port of its scheme, which is not the default of the server.
  const port = /:(?<port>\d+)\/?$/.exec(text)?.groups?.port;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), ...(port !== undefined && { port: Number(port) }) };
}

/**
 * Returns the images of children that the environment of `run` replaces: image of the definition → image of its variable.
 *
 * Bundles set digests in these variables, and administrators of disconnected clusters set the mirrors.
 *
 * @param images - name → image.
 */
export function mirroredImages(
  images: Readonly<Record<string, string>> = {},
  environment: Readonly<Record<string, string | undefined>>,
): ReadonlyMap<string, string> {
  const named = Object.entries(images).map(([name, image]) => ({
    image,
    other: environment[relatedImageVariable(name)]?.trim() ?? '',
  }));
  const replaced = named.filter(({ image, other }) => other !== '' && other !== image);
  return new Map(replaced.map(({ image, other }) => [image, other]));
}

/** The options of `run`. */
export interface RunOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly leaderElect?: boolean;
  readonly watchNamespaces?: string;
  /** @default {@link defaultAddress} */
  readonly healthAddress?: string;
  readonly metricsAddress: string;
  readonly metricsCertDir?: string;
  /** @default {@link defaultAddress} */
  readonly webhookAddress?: string;
  readonly webhookCertDir?: string;
  readonly webhookUrl?: string;
  readonly applyDefinitions?: boolean;
  /** The file to record reconciles into. */
  readonly record?: string;
  readonly logLevel: LogLevel;
}

/**
 * Returns the default address of a server of `run`. It is all interfaces in a pod, and if API servers call it by the
 * name of this machine. Otherwise it is loopback.
 */
export function defaultAddress(port: number, { environment, calledAs = 'localhost' }: ServerPlace): string {
  // The kubelet sets it in every container, whatever credentials the process uses.
  const isInPod = environment.KUBERNETES_SERVICE_HOST !== undefined;
  return isInPod || !isLoopback(calledAs) ? `:${port}` : `127.0.0.1:${port}`;
}

/** The environment from which a server's address follows. */
interface ServerPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The host by which API servers call it, for development. @default its Service, which has only pods */
  readonly calledAs?: string | undefined;
}

/**
 * Returns the options of `run` for webhooks; undefined if none are served.
 *
 * @throws Failure if they contradict each other.
 */
export function webhookOptions(
  options: Pick<RunOptions, 'webhookAddress' | 'webhookCertDir' | 'webhookUrl'>,
): ManagerOptions['webhooks'] {
  const url = options.webhookUrl === undefined ? undefined : parsedWebhookUrl(options.webhookUrl);
  const ownAddress = defaultAddress(webhookPorts.container, { environment: process.env, calledAs: url?.host });
  const address = listenAddress(options.webhookAddress ?? ownAddress, 'webhook server');
  if (address === undefined && url !== undefined) {
    throw new Failure(`no server listens for --webhook-url ${options.webhookUrl}: leave out --webhook-address=0`);
  }
  return address && { address, certificateDirectory: options.webhookCertDir, url };
}
