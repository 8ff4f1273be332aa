/** `error`: a tool rejects it, which the finding names. `warning`: every tool accepts it, but it should be improved. */
export type Severity = 'error' | 'warning';
