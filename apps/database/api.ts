import { CustomResource, type PrinterColumn } from 'operand';
import { immutable, rule } from 'operand/schema';
import { z } from 'zod';

const majorAndMinor = /^[0-9]+\.[0-9]+$/;
const gibibytes = /^[0-9]+Gi$/;
const grows = 'quantity(self).compareTo(quantity(oldSelf)) >= 0';

const engine = immutable(z.enum(['postgresql', 'mysql', 'mongodb']).default('postgresql')).describe(
  'The database server. Stays as it is.',
);

/** The fields of a spec that are the same in all versions. */
const server = {
  version: z.string().max(16).regex(majorAndMinor).describe('Version of the engine, such as 14.5.'),
  replicas: z.int32().min(1).max(10).default(3).describe('Number of servers, each with a volume of its own.'),
  storage: rule(z.string().max(16).regex(gibibytes), grows, 'spec.storage can only grow')
    .optional()
    .describe('Size of each volume, such as 100Gi. Depends on the engine unless given. Volumes outlive the Database.'),
  config: z.record(z.string(), z.string()).optional().describe('Settings of the server: name → value.'),
};

/** An object in the namespace of the Database. */
const reference = z.object({ name: z.string().min(1).max(253) });

/** The parts of a definition, besides the spec, that are the same in all versions. */
const database = {
  group: 'example.com',
  kind: 'Database',
  description: 'Database servers of one engine and version, each with a volume of its own.',
  shortNames: ['db'],
  categories: ['all'],
  status: z.object({
    ready: z.boolean().describe('Whether as many servers are ready as are wanted.'),
    phase: z.enum(['Pending', 'Running']).describe('Running when ready.'),
    replicas: z.int32().describe('Number of servers that there are.'),
    labelSelector: z.string().describe('Selects the pods of the servers.'),
  }),
  scale: {
    replicas: '.spec.replicas',
    observedReplicas: '.status.replicas',
    selector: '.status.labelSelector',
  },
  rules: [
    {
      rule: "self.metadata.name.size() <= 52 && self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
      message: 'the name becomes that of a Service: use at most 52 lower-case letters, digits and dashes',
    },
  ],
} as const;

function columns(engine: `.spec.${string}`): PrinterColumn[] {
  return [
    { name: 'Engine', jsonPath: engine },
    { name: 'Version', jsonPath: '.spec.version' },
    { name: 'Replicas', jsonPath: '.spec.replicas' },
    { name: 'Ready', jsonPath: '.status.ready' },
    { name: 'Storage', jsonPath: '.spec.storage', priority: 1 },
    { name: 'Phase', jsonPath: '.status.phase', priority: 1 },
    { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
  ];
}

/** An older Database without references to other objects, whose engine is `dbType`. */
export class DatabaseV1Beta1 extends CustomResource({
  ...database,
  version: 'v1beta1',
  spec: z.object({ dbType: engine, ...server }),
  printerColumns: columns('.spec.dbType'),
  selectableFields: ['.spec.dbType'],
}) {}

/** Database servers of one engine and version, each with its own volume. */
export class Database extends CustomResource({
  ...database,
  version: 'v1',
  spec: z.object({
    engine,
    ...server,
    configFrom: reference.optional().describe('A ConfigMap with further settings; `config` wins over them.'),
    passwordFrom: reference
      .optional()
      .describe(
        'A Secret whose `password` administrators of new servers have. Each server makes its own unless given.',
      ),
  }),
  printerColumns: columns('.spec.engine'),
  selectableFields: ['.spec.engine'],
  versions: [
    {
      of: DatabaseV1Beta1,
      up: ({ spec: { dbType, ...spec }, status }) => ({ spec: { engine: dbType, ...spec }, status }),
      down: ({ spec: { engine, configFrom: _config, passwordFrom: _password, ...spec }, status }) => ({
        spec: { dbType: engine, ...spec },
        status,
      }),
    },
  ],
}) {}
