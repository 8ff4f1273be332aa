import { X509Certificate } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Duration } from 'cdk8s';
import {
  Action,
  type CustomResourceClass,
  formatObjectKey,
  type Observed,
  partOf,
  type ReconcileContext,
  type ResourceContext,
  type StatusContext,
  secretKind,
  TerminalError,
  type Use,
} from '../../api/index.ts';
import {
  backdatingMs,
  certificateTexts,
  type HeldCertificates,
  heldCertificates,
  heldCertificateTexts,
  heldKeyPair,
  type RotationOverlap,
  type RotationStep,
  rotatedCertificates,
  rotationStep,
  type SecretTexts,
  secretData,
} from '../../certificate/index.ts';

const dayMs = 86_400_000;

/** The overlap for clients. Pods see a changed Secret within minutes; a week is for those that read it once. */
const clientOverlap: RotationOverlap = { settlingMs: 7 * dayMs, retirementMs: 7 * dayMs, longestWaitMs: dayMs };

const view = partOf(secretKind, (secret) => ({ texts: certificateTexts(secret) }));

const uses = [{ kind: secretKind, verbs: ['create', 'patch'] }] as const satisfies readonly Use[];

/** The Secrets of a {@link ServerCertificate}, in the namespace of the resource, and the names of the server. */
export interface CertificateSecrets {
  /** The Secret of the CA, with its key. Mount it nowhere. */
  readonly authority: string;
  /**
   * The Secret of type kubernetes.io/tls for the server: `tls.crt` and `tls.key`, and `ca.crt` with the trusted CAs.
   */
  readonly server: string;
  /** The DNS names and IP addresses by which clients reach the server, the first one a name. */
  readonly hosts: readonly string[];
  /**
   * Further Secrets with the labels of which `ca.crt` is kept up to date, such as those with which clients connect.
   *
   * @default none
   */
  readonly clients?: readonly string[];
  /** The labels of the Secrets. They distinguish a Secret in `clients` from others of its name. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The definition of a {@link ServerCertificate}. */
export interface ServerCertificateProps<Api extends CustomResourceClass> {
  /** The custom resource whose servers have the certificate. */
  readonly for: Api;
  /** Returns the names of the Secrets and of the server. Pure. */
  readonly secrets: (context: ResourceContext<Api>) => CertificateSecrets;
}

/** The certificate that a server has, or gets within minutes. */
export interface IssuedCertificate {
  /** The SHA-256 digest of the certificate. */
  readonly fingerprint: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/**
 * A certificate for the servers of each resource, by a CA of the resource's own, which both are replaced in time.
 *
 * The certificate is valid for 90 days and the CA for a year, and the last third is left for failures. Clients never
 * see a certificate that they don't trust: `ca.crt` has a new CA a week before the server has a certificate by it, and
 * the old CA a week after. If an entry of a Secret is removed or damaged, or the hosts change, it is issued again at
 * once.
 *
 * Both Secrets belong to the resource. A Secret of the same name with another owner stays as it is, and stops the
 * resource with a TerminalError.
 *
 * Name {@link ServerCertificate.uses} in `uses` and all Secrets in `references`, as {@link ServerCertificate.view}. The
 * cache then keeps certificates and their keys, and no other values of Secrets.
 *
 * @example
 * const names = (cache: string) => ({ authority: `${cache}-ca`, server: `${cache}-tls`, clients: [`${cache}-binding`] });
 * const certificate = new ServerCertificate({
 *   for: Memcached,
 *   secrets: ({ metadata: { name, namespace } }) => ({
 *     ...names(name),
 *     hosts: [`${name}.${namespace}.svc`],
 *     labels: { cache: name },
 *   }),
 * });
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   references: [
 *     { kind: ServerCertificate.view, names: ({ metadata }) => Object.values(names(metadata.name)).flat() },
 *   ],
 *   uses: ServerCertificate.uses,
 *   render: () => undefined,
 *   reconcile: (context) => certificate.rotate(context),
 * });
 */
export class ServerCertificate<Api extends CustomResourceClass> {
  /** The kinds and methods that {@link ServerCertificate.rotate} takes, for `uses`. */
  static readonly uses = uses;
  /** Secrets with their certificates alone, for `references`. */
  static readonly view = view;

  readonly #props: ServerCertificateProps<Api>;

  constructor(props: ServerCertificateProps<Api>) {
    this.#props = props;
  }

  /**
   * Issues absent certificates, and replaces those that are due. Call it in `reconcile`.
   *
   * @returns the time of the next call
   */
  async rotate(context: Rotating<Api>): Promise<Action> {
    const { now } = context;
    const { authority, server, hosts, clients = [], labels } = this.#secrets(context);
    const found = { authority: ownedSecret(authority, context), server: ownedSecret(server, context) };
    let { held } = heldCertificates(textsOf(found), hosts);
    let step = nextStep(held, now);
    while (step.type !== 'wait') {
      const subjects = { authority: formatObjectKey(context.metadata), hosts };
      held = await rotatedCertificates(step, held, { ...subjects, nowMs: now.getTime() });
      step = nextStep(held, now);
    }
    const { 'ca.key': key = '', ...served } = heldCertificateTexts(held);
    const { 'ca.crt': bundle = '' } = served;
    const signing = { 'ca.crt': bundle, 'ca.key': key };
    // First the CA: a certificate whose CA is lost would be replaced again.
    await writeSecret(context, { name: authority, labels, type: 'Opaque', found: found.authority, texts: signing });
    await writeSecret(context, { name: server, labels, type: 'kubernetes.io/tls', found: found.server, texts: served });
    for (const name of clients) await updateTrustedAuthorities(context, { name, labels, bundle });
    return Action.requeueAfter(Duration.millis(Math.ceil(step.forMs)));
  }

  /** Returns the certificate of the server; undefined before there is one. */
  issued(context: Reporting<Api>): IssuedCertificate | undefined {
    const served = heldKeyPair(context.references(view, this.#secrets(context).server)?.texts ?? {});
    if (served === undefined) return undefined;
    const { fingerprint256, validFrom, validTo } = new X509Certificate(served.certificate);
    return {
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
      issuedAt: new Date(Date.parse(validFrom) + backdatingMs),
      expiresAt: new Date(validTo),
    };
  }

  #secrets({ resource, metadata, spec }: ResourceContext<Api>): CertificateSecrets {
    return this.#props.secrets({ resource, metadata, spec });
  }
}

type CertificateSecret = Observed<typeof view>;

type Reporting<Api extends CustomResourceClass> = Pick<
  StatusContext<Api>,
  'resource' | 'metadata' | 'spec' | 'references'
>;

type Rotating<Api extends CustomResourceClass> = Reporting<Api> &
  Pick<ReconcileContext<Api, unknown, typeof uses>, 'client' | 'events' | 'now'>;

/** Returns the Secret of a name if it exists. @throws TerminalError if it doesn't belong to the resource */
function ownedSecret<Api extends CustomResourceClass>(
  name: string,
  { metadata, references }: Reporting<Api>,
): CertificateSecret | undefined {
  const found = references(view, name);
  const isOfAnotherOwner = found?.metadata.ownerReferences?.some(({ uid }) => uid === metadata.uid) !== true;
  if (found !== undefined && isOfAnotherOwner)
    throw new TerminalError(`the Secret ${name} has the name of a certificate of ${metadata.name}: delete it`);
  return found;
}

/**
 * Returns the texts of both Secrets. If the CA's Secret is lost, clients keep trusting the CAs in the server's Secret.
 */
function textsOf(found: Readonly<Record<'authority' | 'server', CertificateSecret | undefined>>): SecretTexts {
  const { 'ca.crt': trusted, ...served } = found.server?.texts ?? {};
  const { 'ca.crt': bundle = trusted ?? '', 'ca.key': key = '' } = found.authority?.texts ?? {};
  return { ...served, 'ca.crt': bundle, 'ca.key': key };
}

/**
 * Returns the next step. A certificate is published when it is issued, so its validity shows since when clients have
 * it.
 */
function nextStep({ trusted, signer, serving }: HeldCertificates, now: Date): RotationStep {
  const nowMs = now.getTime();
  const sinceMs = (issued: HeldCertificates['serving' | 'signer']) =>
    issued === undefined ? 0 : nowMs - issued.validity.fromMs - backdatingMs;
  const moment = { nowMs, registeredForMs: sinceMs(signer), servedForMs: sinceMs(serving) };
  return rotationStep({ trusted, signer, serving }, moment, clientOverlap);
}

/** A certificate Secret to write: the cached one, and its new texts. */
interface SecretWrite {
  readonly name: string;
  readonly labels: CertificateSecrets['labels'];
  readonly type: string;
  readonly found: CertificateSecret | undefined;
  readonly texts: SecretTexts;
}

/** Writes a Secret if it differs, unless another client has changed it since the cache had it. */
async function writeSecret<Api extends CustomResourceClass>(
  { resource, metadata, client, events }: Rotating<Api>,
  { name, labels, type, found, texts }: SecretWrite,
): Promise<void> {
  if (found !== undefined && isDeepStrictEqual({ ...found.texts, ...texts }, found.texts)) return;
  const { namespace = '' } = metadata;
  const data = secretData(texts);
  if (found === undefined) {
    const { apiVersion, kind } = resource;
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid };
    const created = { namespace, name, labels, ownerReferences: [owner] };
    await client.create(secretKind, { metadata: created, type, data });
  } else {
    const { resourceVersion } = found.metadata;
    await client.patch(secretKind, { namespace, name }, { metadata: { resourceVersion }, data });
  }
  events.normal({ reason: 'CertificateWritten', message: `the Secret ${name} has new certificates` });
}

/** Keeps the CAs in a client's Secret up to date. */
async function updateTrustedAuthorities<Api extends CustomResourceClass>(
  { metadata: { namespace = '' }, references, client }: Rotating<Api>,
  { name, labels, bundle }: Pick<SecretWrite, 'name' | 'labels'> & { readonly bundle: string },
): Promise<void> {
  const found = references(view, name);
  const isMarked = Object.entries(labels).every(([key, value]) => found?.metadata.labels?.[key] === value);
  if (found === undefined || !isMarked || found.texts['ca.crt'] === bundle) return;
  await client.patch(secretKind, { namespace, name }, { data: secretData({ 'ca.crt': bundle }) });
}
