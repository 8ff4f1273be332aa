/** `error`: somebody refuses it, or it doesn't do what it says. `warning`: it works, and could be better. */
export type Severity = 'error' | 'warning';
