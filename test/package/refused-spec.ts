/** A spec of a Database that the API server would refuse, and what is said of it at synth. */
export interface RefusedSpec {
  readonly problem: string;
  readonly spec: object;
  readonly message: string;
}

/** One for each way of being wrong. */
export const refusedSpecs: readonly RefusedSpec[] = [
  {
    problem: 'a number beyond its bound',
    spec: { version: '8.4', replicas: 11 },
    message: 'spec.replicas: must be at most 10, and is 11',
  },
  {
    problem: 'a value that is none of the choices',
    spec: { version: '8.4', engine: 'oracle' },
    message: 'spec.engine: must be one of "postgresql", "mysql", "mongodb", and is "oracle"',
  },
  {
    problem: 'a text that does not match the pattern',
    spec: { version: 'latest' },
    message: 'spec.version: must match ^[0-9]+\\.[0-9]+$, and is "latest"',
  },
  {
    problem: 'a field that is missing',
    spec: {},
    message: 'spec.version: is required',
  },
  {
    problem: 'a field that there is not, with the one that was meant',
    spec: { version: '8.4', replcas: 2 },
    message: 'spec.replcas: unknown field, did you mean replicas?',
  },
  {
    problem: 'a value of another type in a map',
    spec: { version: '8.4', config: { max_connections: 200 } },
    message: 'spec.config.max_connections: must be text, and is 200',
  },
];
