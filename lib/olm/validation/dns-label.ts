/**
 * Whether a text is a DNS label, which containers, volumes and ports are called by.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#dns-label-names
 */
export function isDnsLabel(text: string): boolean {
  return /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(text);
}

/** Whether a Service can be called so: a DNS label that begins with a letter. */
export function isServiceName(text: string): boolean {
  return isDnsLabel(text) && /^[a-z]/.test(text);
}

/** Whether a port of a container can be called so. @see https://www.rfc-editor.org/rfc/rfc6335#section-5.1 */
export function isPortName(text: string): boolean {
  return text.length <= 15 && isDnsLabel(text) && /[a-z]/.test(text) && !text.includes('--');
}

/** Whether a value is the number of a port. */
export function isPortNumber(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
}
