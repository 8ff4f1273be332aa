// In: an operator and a cluster. Out: the state of the parts that API servers call its webhooks by: the authority in the
// registrations, the endpoints of the Service, the serving certificate. Called by `doctor`.

import { X509Certificate } from 'node:crypto';
import {
  formatObjectKey,
  type JsonObject,
  type JsonValue,
  knownKind,
  objectTitle,
  type StoredObject,
  undefinedIfNotFound,
} from '../../api/index.ts';
import { fieldAt, fieldsAt, objectList, textAt } from '../../schema/index.ts';
import type { CheckPorts, Diagnosis } from './diagnosis.ts';

const sliceKind = knownKind('discovery.k8s.io/v1', 'EndpointSlice');
const secretKind = knownKind('v1', 'Secret');

/** Checks that API servers can call the webhooks of an operator; nothing for an operator without webhooks. */
export async function webhookDiagnoses(ports: CheckPorts): Promise<readonly Diagnosis[]> {
  if (!ports.operator.webhooks.isNeeded) return [];
  const calls = await registeredCalls(ports);
  if (calls.length === 0) return [];
  const diagnoses = [
    ...calls.flatMap(callDiagnoses),
    ...(await endpointDiagnoses(ports)),
    ...(await certificateDiagnoses(ports, calls)),
  ];
  if (diagnoses.length > 0) return diagnoses;
  const [count, verb] = calls.length === 1 ? ['1 call', 'has'] : [`${calls.length} calls`, 'have'];
  return [{ state: 'ok', what: `webhooks: ${count} of the API server ${verb} a server` }];
}

/** A call that an installed object makes API servers do. */
interface RegisteredCall {
  readonly title: string;
  readonly clientConfig: JsonObject;
}

async function registeredCalls({ operator, client }: CheckPorts): Promise<readonly RegisteredCall[]> {
  const calls: RegisteredCall[] = [];
  for (const { kind, key } of operator.installed) {
    const object = await client.get(kind, key).catch(undefinedIfNotFound);
    if (object !== undefined) calls.push(...callsOf(object));
  }
  return calls;
}

function callsOf(object: StoredObject): readonly RegisteredCall[] {
  const title = objectTitle(object);
  const isConverted = textAt(object.spec, 'conversion.strategy') === 'Webhook';
  const conversion = { title, clientConfig: fieldsAt(object.spec, 'conversion.webhook.clientConfig') };
  return [
    ...objectList(object.webhooks).map((webhook) => ({
      title: `webhook ${textAt(webhook, 'name')} of ${title}`,
      clientConfig: fieldsAt(webhook, 'clientConfig'),
    })),
    ...(isConverted ? [conversion] : []),
  ];
}

function callDiagnoses({ title, clientConfig }: RegisteredCall): readonly Diagnosis[] {
  const { url } = clientConfig;
  const state = 'problem';
  if (typeof url === 'string') {
    return [
      { state: 'warning', what: `${title} calls ${url}`, expected: 'the Service, unless `dev` or `run` serves it' },
    ];
  }
  if (textAt(clientConfig, 'caBundle') !== '') return [];
  const expected = 'the authority of the serving certificate, which the manager or cert-manager writes';
  return [
    { state, what: `${title} has no caBundle`, expected, remedy: 'look at the log of the manager, or of cert-manager' },
  ];
}

async function endpointDiagnoses({ operator, client }: CheckPorts): Promise<readonly Diagnosis[]> {
  const { namespace } = operator;
  const { service } = operator.webhooks;
  const { items } = await client.list(sliceKind, { namespace, labelSelector: `kubernetes.io/service-name=${service}` });
  const endpoints = items.flatMap((slice) => objectList(slice.endpoints));
  if (endpoints.some((endpoint) => fieldAt(endpoint, 'conditions.ready') !== false)) return [];
  const what = `Service ${formatObjectKey({ namespace, name: service })} has no ready endpoint`;
  const remedy = `\`kubectl describe pods --namespace ${namespace}\``;
  return [{ state: 'problem', what, expected: 'a ready pod of the manager', remedy }];
}

async function certificateDiagnoses(
  { operator, client, clock }: CheckPorts,
  calls: readonly RegisteredCall[],
): Promise<readonly Diagnosis[]> {
  const { namespace, webhooks } = operator;
  const key = { namespace, name: webhooks.secret };
  const title = `Secret ${formatObjectKey(key)}`;
  const problem = (what: string, expected: string): Diagnosis => ({
    ...{ state: 'problem', what, expected },
    remedy: 'look at the log of the manager, or of the actor that issues the certificate',
  });
  const secret = await client.get(secretKind, key).catch(undefinedIfNotFound);
  const chain = certificatesIn(fieldsAt(secret, 'data')['tls.crt']);
  const [leaf] = chain;
  if (leaf === undefined) return [problem(`${title} has no certificate`, 'a certificate in tls.crt')];
  const isValid = leaf.validFromDate.getTime() <= clock.now() && clock.now() <= leaf.validToDate.getTime();
  const host = `${webhooks.service}.${namespace}.svc`;
  const distrustingCalls = calls.filter(({ clientConfig }) => !isTrusted(chain, clientConfig.caBundle));
  return [
    ...(isValid
      ? []
      : [problem(`${title}: the certificate is valid from ${leaf.validFrom} to ${leaf.validTo}`, 'the present time')]),
    ...(leaf.checkHost(host) ? [] : [problem(`${title}: the certificate is for ${leaf.subjectAltName}`, host)]),
    ...distrustingCalls.map(({ title: call }) =>
      problem(`${call} doesn't trust the certificate in ${title}`, 'a caBundle with its authority'),
    ),
  ];
}

/**
 * Returns true for a bundle with the issuer of a certificate, or without any, which has its own report. API servers also trust a
 * serving certificate that the bundle contains, such as a self-signed one, whose key needn't be that of a CA.
 */
function isTrusted(chain: readonly X509Certificate[], caBundle: JsonValue | undefined): boolean {
  if (caBundle === undefined) return true;
  const authorities = certificatesIn(caBundle);
  return authorities.some(
    (authority) =>
      chain[0]?.raw.equals(authority.raw) === true ||
      chain.some((each) => each.checkIssued(authority) && each.verify(authority.publicKey)),
  );
}

/** Returns the valid certificates in PEM in base64. */
function certificatesIn(base64: JsonValue | undefined): readonly X509Certificate[] {
  const pem = Buffer.from(typeof base64 === 'string' ? base64 : '', 'base64').toString('latin1');
  return pem.split(/(?=-----BEGIN CERTIFICATE-----)/).flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return []; // An unreadable certificate counts as absent, which is a problem of its own.
    }
  });
}
