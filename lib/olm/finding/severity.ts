/** `error`: a tool rejects it, which the finding names. `warning`: every tool takes it, and it could be better. */
export type Severity = 'error' | 'warning';
