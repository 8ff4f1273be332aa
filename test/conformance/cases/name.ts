import { isJsonObject, type JsonValue } from '../../../lib/api/index.ts';
import { builtInDiscovery } from '../../../lib/testing/embedded/built-in/built-in-types.ts';
import type { ConformanceCase } from '../session.ts';
import { collectionPath, withAccount } from './built-in-path.ts';

/** Names that some kinds accept, and others refuse. */
const names = [
  ...['A', 'a.b', 'a_b', 'a:b', 'a/b', 'a%', '-', '..', 'v1.', '1a', 'system:a'],
  ...['1.2.3.4', '01.2.3.4', '2001:db8::1', '2001:DB8::1', '2001:db8:0::1', '::ffff:1.2.3.4'],
  ...[53, 64, 254].map((length) => 'a'.repeat(length)),
  `${'a'.repeat(53)}.b`,
];

/** The resources that clients create and the API server stores, such as `apps/v1/deployments`. */
const stored = Object.entries(builtInDiscovery.resources).flatMap(([root, resources]) =>
  resources
    .filter(({ name, verbs }) => !name.includes('/') && verbs.includes('create') && verbs.includes('get'))
    .map(({ name }) => `${root.replace(/^\/apis?\//, '')}/${name}`),
);

const certificateRequest = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHHMG4CAQAwDDEKMAgGA1UEAwwBYTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  'BFCZE0ggygvCuJ/kDjmEd7O6BPFLzm42Oa1NVLLnkyS3//xPLCUwBE/8MhQKhlnF',
  'E2ir//TRIdA0ZodRYAMyBVKgADAKBggqhkjOPQQDAgNJADBGAiEAjszJ+36WXwW0',
  'Pva20ORFCAq4d7kSpHkHHnG/LT6jyyICIQDT81+UdUfNo0yW+ppZ5SP4JM7EKzhC',
  'l63cZNkzXSfcxw==',
  '-----END CERTIFICATE REQUEST-----',
];

/** Resource → spec. Only the names of valid requests for certificates are checked. */
const specs: Readonly<Record<string, JsonValue>> = {
  'certificates.k8s.io/v1/certificatesigningrequests': {
    request: Buffer.from(certificateRequest.join('\n')).toString('base64'),
    signerName: 'example.com/signer',
    usages: ['client auth'],
  },
};

/** Names of new objects, of which only the causes of the names are compared: most objects lack all other fields. */
export const nameCases: readonly ConformanceCase[] = stored.map((resource) => ({
  title: `names ${resource}`,
  run: async (session) => {
    await withAccount(session);
    const path = `${collectionPath(session, resource)}?dryRun=All`;
    for (const field of ['name', 'generateName']) {
      for (const name of names) {
        const { body } = await session.unrecorded('POST', path, {
          metadata: { [field]: name },
          spec: specs[resource] ?? {},
        });
        session.note(`${field} ${name}`, namingCauses(body, `metadata.${field}`));
      }
    }
  },
}));

function namingCauses(body: JsonValue, field: string): readonly JsonValue[] {
  const details = isJsonObject(body) ? body.details : undefined;
  const causes = isJsonObject(details) ? details.causes : undefined;
  return Array.isArray(causes) ? causes.filter(isJsonObject).filter((cause) => cause.field === field) : [];
}
