import { base64Bytes, isJsonObject } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import type { Violation } from '../../../finding/violation.ts';
import type { BundleRule } from '../../rule.ts';

/** Rules of API servers for the data of ConfigMaps and Secrets in the bundle. */
export const dataRules: readonly BundleRule[] = [
  {
    id: 'extra-data-key',
    demand: 'The keys of a ConfigMap or a Secret are valid file names, and each occurs once.',
    rejection: {
      by: 'API server',
      message: '[…]: Invalid value',
    },
    *check(bundle) {
      for (const object of dataHolders(bundle)) {
        const data = object.at('data').fields.map(([name]) => name);
        for (const field of ['data', 'binaryData', 'stringData']) {
          for (const [name, place] of object.at(field).fields) {
            if (!isDataKey(name)) {
              yield {
                place,
                what: `'${name}' is not a valid key`,
                remedy: "use at most 253 letters, digits, '-', '_' and '.', without '..' in front",
              };
            } else if (field === 'binaryData' && data.includes(name)) {
              yield { place, what: `${name} is also in data`, remedy: 'leave one of the two out' };
            }
          }
        }
      }
    },
  },
  {
    id: 'secret-type',
    demand: 'A Secret of a type of Kubernetes has the keys of its type.',
    rejection: { by: 'API server', message: 'Secret "…" is invalid' },
    *check(bundle) {
      for (const secret of bundle.manifestsOf('', 'Secret')) yield* secretTypeViolations(secret);
    },
  },
];

function dataHolders(bundle: BundleContent): readonly Place[] {
  return ['ConfigMap', 'Secret'].flatMap((kind) => bundle.manifestsOf('', kind));
}

function isDataKey(text: string): boolean {
  return /^[-._a-zA-Z0-9]{1,253}$/.test(text) && text !== '.' && !text.startsWith('..');
}

/** Type → its keys. */
const required: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['kubernetes.io/dockercfg', ['.dockercfg']],
  ['kubernetes.io/dockerconfigjson', ['.dockerconfigjson']],
  ['kubernetes.io/ssh-auth', ['ssh-privatekey']],
  ['kubernetes.io/tls', ['tls.crt', 'tls.key']],
]);

function* secretTypeViolations(secret: Place): Generator<Violation> {
  const { text: type } = secret.at('type');
  for (const key of required.get(type) ?? []) {
    if (!secret.at('data', key).isAbsent || !secret.at('stringData', key).isAbsent) continue;
    yield {
      place: secret.at('data', key),
      what: `API servers reject a Secret of type ${type ?? ''} without ${key}`,
      remedy: 'write it, or let the operator create the Secret when it knows its content',
    };
  }
  yield* tokenAccountViolations(secret);
  yield* pullCredentialViolations(secret);
}

function* tokenAccountViolations(secret: Place): Generator<Violation> {
  const place = secret.at('metadata', 'annotations', 'kubernetes.io/service-account.name');
  if (secret.at('type').text !== 'kubernetes.io/service-account-token' || (place.text ?? '') !== '') return;
  yield {
    place,
    what: 'API servers reject a token without an account',
    remedy: 'name the account, or use the token of a projected volume',
  };
}

/** Clients that pull images read the credentials as JSON. */
function* pullCredentialViolations(secret: Place): Generator<Violation> {
  for (const key of ['.dockercfg', '.dockerconfigjson']) {
    if (required.get(secret.at('type').text)?.includes(key) !== true) continue;
    const plain = secret.at('stringData', key);
    const encoded = secret.at('data', key);
    const bytes = encoded.text === undefined ? undefined : base64Bytes(encoded.text);
    const text = plain.text ?? (bytes === undefined ? undefined : new TextDecoder().decode(bytes));
    const place = plain.isAbsent ? encoded : plain;
    if (text === undefined || isJsonObject(place.with(text).json.value)) continue;
    yield {
      place,
      what: `API servers reject ${key} that is not an object in JSON`,
      remedy: 'write the credentials in JSON',
    };
  }
}
